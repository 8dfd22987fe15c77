import type { ItemField } from '@longreach/contract/forms/fields'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { useBrand } from '../../brand/brand.ts'
import { type ControlProps, facts } from '../../forms/controls/control.ts'
import { Select } from '../../ui/select.tsx'
import { useCompanyOptions } from '../companies/public/use-company-options.ts'
import { shortTitle } from '../roles/public/short-title.ts'
import { inviteRolesQuery } from './invitation-queries.ts'

const usualRole = 'end_user'
const asText = (id: unknown) => (typeof id === 'number' ? String(id) : null)

/** The company of an invitation; users with the permission can also select the platform. */
export function InviteCompanyControl({ field, value, onChange, error }: ControlProps<ItemField>) {
  const { t } = useTranslation('invitations')
  const brand = useBrand()
  const platform = useCan('super_admin')
  const { options, onSearch } = useCompanyOptions(asText(value))
  const itself = platform ? [{ value: '0', label: t('form.platform', { name: brand.company_name }) }] : []
  return (
    <Select
      {...facts(field)}
      searchable
      value={asText(value)}
      options={[...options, ...itself]}
      emptyText={t('form.noMatch')}
      onSearch={onSearch}
      error={error}
      onChange={(id) => onChange(Number(id))}
    />
  )
}

/** The assignable roles of the selected company; the usual one is the default. */
export function InviteRoleControl({ field, value, values, onChange, error }: ControlProps<ItemField>) {
  const { t } = useTranslation('invitations')
  const company = asText(values.company_id)
  const { data } = useQuery({ ...inviteRolesQuery(company), enabled: company !== null })
  const roles = data?.roles
  const usual = roles?.find(({ name }) => name === usualRole) ?? (roles?.length === 1 ? roles[0] : undefined)
  const preferred = roles && !roles.some(({ id }) => id === value) ? (usual?.id ?? null) : value
  useEffect(() => {
    if (preferred !== value) onChange(preferred)
  }, [preferred, value, onChange])
  return (
    <Select
      {...facts(field)}
      value={asText(preferred)}
      options={(roles ?? []).map(({ id, title }) => ({ value: String(id), label: shortTitle(title) }))}
      disabled={(roles ?? []).length === 0}
      hint={roles?.length === 0 ? t('form.noRole') : undefined}
      error={error}
      onChange={(id) => onChange(Number(id))}
    />
  )
}
