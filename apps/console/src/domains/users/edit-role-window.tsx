import { updateUsers } from '@longreach/contract/users/endpoints'
import { editUserRoleForm } from '@longreach/contract/users/forms'
import type { User } from '@longreach/contract/users/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import { roleControl } from '../roles/public/role-control.tsx'
import { ChosenUsers, refusalOfUsers, useUserRecount } from './change-users.tsx'
import { showRefusals } from './refusals.tsx'

interface Props {
  selected: SelectedRows
  done: (() => void) | undefined
}

export function EditRoleWindow({ selected, done }: Props) {
  return (
    <ChosenUsers selected={selected}>
      {(users, total) => <RoleForm selected={selected} users={users} total={total} done={done} />}
    </ChosenUsers>
  )
}

function RoleForm({ selected, users, total, done }: Props & { users: User[]; total: number }) {
  const { t } = useTranslation('users')
  const [first] = users
  const all = 'filter' in selected
  const one = !all && selected.count === 1
  const recount = useUserRecount(selected)
  const companies = new Set(users.map((user) => user.company_id))
  const companyId = companies.size === 1 && first ? first.company_id : null
  const mixed = companyId === null ? t('role.mixed') : undefined
  const controls = useMemo(() => ({ role_id: roleControl(companyId, mixed) }), [companyId, mixed])
  return (
    <FormWindow
      form={editUserRoleForm}
      values={{ role_id: one && first ? first.role_id : null }}
      controls={controls}
      send={async (body) => {
        await recount()
        return call(updateUsers, { body: { ...rowsOf('user_id', selected), ...body } })
      }}
      errorsOf={(error) => refusalOfUsers(error, users)}
      done={(_, { data }) => t('role.done', { count: data.length, formatted: formatCount(data.length) })}
      onDone={({ errors }) => {
        if (errors.length > 0) showRefusals(errors, users)
        done?.()
      }}
      reload={[['users'], ['companies']]}
      intro={
        <p>
          {one
            ? t('role.text', { name: first?.username })
            : all
              ? t('role.textAll', { count: total, formatted: formatCount(total) })
              : t('role.textMany')}
        </p>
      }
    />
  )
}
