import { defaultRoles } from '@longreach/contract/permissions'
import { fitsCompany } from '@longreach/contract/roles/fits'
import { moveUsers } from '@longreach/contract/users/endpoints'
import type { User } from '@longreach/contract/users/schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useCan } from '../../api/session.ts'
import { type Choice, rowsOf } from '../../tables/choice.ts'
import { formatCount } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { WindowForm } from '../../windows/window-parts.tsx'
import { useCompanyOptions } from '../companies/public/use-company-options.ts'
import { RolePicker } from '../roles/public/role-picker.tsx'
import { ChosenUsers, useUserChange, useUserRecount } from './change-users.tsx'

interface Props {
  choice: Choice
  done: (() => void) | undefined
}

/** Puts users into another company. */
export function MoveUsersWindow({ choice, done }: Props) {
  return (
    <ChosenUsers choice={choice}>
      {(users, total) => <MoveForm choice={choice} users={users} total={total} done={done} />}
    </ChosenUsers>
  )
}

/** Those whose role the company does not have: a custom role stays where it was made. */
function withoutRole(users: readonly User[], companyId: number): User[] {
  return users.filter(({ role_id, company_id }) => {
    const own = defaultRoles.some(({ id }) => id === role_id) ? null : company_id
    return !fitsCompany({ id: role_id, company_id: own }, companyId)
  })
}

function MoveForm({ choice, users, total, done }: Props & { users: User[]; total: number }) {
  const { t } = useTranslation('users')
  const platform = useCan('super_admin')
  const [company, setCompany] = useState<string | null>(null)
  const [role, setRole] = useState<string | null>(null)
  const [missing, setMissing] = useState<{ company?: string; role?: string }>({})
  const { options, onSearch } = useCompanyOptions(company)
  const recount = useUserRecount(choice)
  const { busy, errors, send } = useUserChange(users, done)
  const homes = new Set(users.map((user) => String(user.company_id)))
  const offered = [...(platform ? [{ value: '0', label: t('move.platform') }] : []), ...options]
  const lacking = company === null ? [] : withoutRole(users, Number(company))
  // Of those who are not known here some may lack theirs as well.
  const known = total <= users.length
  const picks = company !== null && (lacking.length > 0 || !known)
  const submit = () => {
    const wrong = {
      ...(company === null ? { company: t('move.noCompany') } : {}),
      ...(lacking.length > 0 && role === null ? { role: t('role.none') } : {}),
    }
    setMissing(wrong)
    if (company === null || wrong.role !== undefined) return
    const given = picks && role !== null ? { role_id: Number(role) } : {}
    const body = { ...rowsOf('user_id', choice), company_id: Number(company), ...given }
    void send(
      async () => {
        await recount()
        return call(moveUsers, { body })
      },
      (count) => t('move.done', { count, formatted: formatCount(count) }),
    )
  }
  return (
    <WindowForm onSubmit={submit} submit={t('move.submit')} busy={busy} errors={errors}>
      <p>
        {'filter' in choice
          ? t('move.textAll', { count: total, formatted: formatCount(total) })
          : choice.count === 1
            ? t('move.text', { name: users[0]?.username })
            : t('move.textMany')}
      </p>
      <Select
        label={t('move.company')}
        required
        searchable
        value={company}
        // The one they are all in is no other one.
        options={offered.filter(({ value }) => homes.size > 1 || !homes.has(value))}
        error={missing.company}
        onSearch={onSearch}
        onChange={(id) => {
          setCompany(id)
          setRole(null)
          setMissing({})
        }}
      />
      {picks ? (
        <RolePicker
          label={t('move.role')}
          required={lacking.length > 0}
          hint={
            known
              ? t('move.roleHint', { names: lacking.map(({ username }) => username).join(', ') })
              : t('move.roleHintAll')
          }
          companyId={Number(company)}
          value={role}
          error={missing.role}
          onChange={(id) => {
            setRole(id)
            setMissing({})
          }}
        />
      ) : null}
    </WindowForm>
  )
}
