import type { ItemField } from '@longreach/contract/forms/fields'
import { defaultRoles } from '@longreach/contract/permissions'
import { fitsCompany } from '@longreach/contract/roles/fits'
import { moveUsers } from '@longreach/contract/users/endpoints'
import { moveUsersForm } from '@longreach/contract/users/forms'
import type { User } from '@longreach/contract/users/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useCan } from '../../api/session.ts'
import { type ControlProps, facts } from '../../forms/controls/control.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { useCompanyOptions } from '../companies/public/use-company-options.ts'
import { RolePicker } from '../roles/public/role-picker.tsx'
import { ChosenUsers, refusalOfUsers, useUserRecount } from './change-users.tsx'
import { showRefusals } from './refusals.tsx'

interface Props {
  selected: SelectedRows
  done: (() => void) | undefined
}

export function MoveUsersWindow({ selected, done }: Props) {
  return (
    <ChosenUsers selected={selected}>
      {(users, total) => <MoveForm selected={selected} users={users} total={total} done={done} />}
    </ChosenUsers>
  )
}

/** Users whose role the target company does not have: a custom role belongs to its company. */
function withoutRole(users: readonly User[], companyId: unknown): readonly User[] {
  if (typeof companyId !== 'number') return []
  return users.filter(({ role_id, company_id }) => {
    const own = defaultRoles.some(({ id }) => id === role_id) ? null : company_id
    return !fitsCompany({ id: role_id, company_id: own }, companyId)
  })
}

function MoveForm({ selected, users, total, done }: Props & { users: User[]; total: number }) {
  const { t } = useTranslation('users')
  const recount = useUserRecount(selected)
  const controls = useMemo(
    () => ({ company_id: companyControl(users), role_id: neededRoleControl(users, total) }),
    [users, total],
  )
  return (
    <FormWindow
      form={moveUsersForm}
      controls={controls}
      validate={({ company_id, role_id }) =>
        role_id === null && withoutRole(users, company_id).length > 0 ? { role_id: t('role.none') } : {}
      }
      send={async (body) => {
        await recount()
        return call(moveUsers, { body: { ...rowsOf('user_id', selected), ...body } })
      }}
      errorsOf={(error) => refusalOfUsers(error, users)}
      done={(_, { data }) => t('move.done', { count: data.length, formatted: formatCount(data.length) })}
      onDone={({ errors }) => {
        if (errors.length > 0) showRefusals(errors, users)
        done?.()
      }}
      reload={[['users'], ['companies']]}
      intro={
        <p>
          {'filter' in selected
            ? t('move.textAll', { count: total, formatted: formatCount(total) })
            : selected.count === 1
              ? t('move.text', { name: users[0]?.username })
              : t('move.textMany')}
        </p>
      }
    />
  )
}

/** Selects any company in reach or the platform, except the one that all these users are in. */
function companyControl(users: readonly User[]) {
  const homes = new Set(users.map((user) => String(user.company_id)))
  return function CompanyControl({ field, value, onChange, error }: ControlProps<ItemField>) {
    const { t } = useTranslation('users')
    const platform = useCan('super_admin')
    const company = typeof value === 'number' ? String(value) : null
    const { options, onSearch } = useCompanyOptions(company)
    const offered = [...(platform ? [{ value: '0', label: t('move.platform') }] : []), ...options]
    return (
      <Select
        {...facts(field)}
        searchable
        value={company}
        options={offered.filter((option) => homes.size > 1 || !homes.has(option.value))}
        error={error}
        onSearch={onSearch}
        onChange={(id) => onChange(Number(id))}
      />
    )
  }
}

/** Selects a role for users whose own one the target company lacks; also offered if not all users are loaded. */
function neededRoleControl(users: readonly User[], total: number) {
  return function NeededRoleControl({ field, value, values, onChange, error }: ControlProps<ItemField>) {
    const { t } = useTranslation('users')
    const lacking = withoutRole(users, values.company_id)
    const known = total <= users.length
    if (typeof values.company_id !== 'number' || (known && lacking.length === 0)) return null
    return (
      <RolePicker
        label={facts(field).label}
        required={lacking.length > 0}
        hint={
          known
            ? t('move.roleHint', { names: lacking.map(({ username }) => username).join(', ') })
            : t('move.roleHintAll')
        }
        companyId={values.company_id}
        value={typeof value === 'number' ? String(value) : null}
        error={error}
        onChange={(id) => onChange(Number(id))}
      />
    )
  }
}
