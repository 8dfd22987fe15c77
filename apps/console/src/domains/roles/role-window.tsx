import { createRole, updateRole } from '@longreach/contract/roles/endpoints'
import { editRoleForm, newRoleForm } from '@longreach/contract/roles/forms'
import type { Role } from '@longreach/contract/roles/schemas'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useCan, useUser } from '../../api/session.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import { CompaniesControl } from '../companies/public/companies-control.tsx'
import { openCompareRoles } from './public/open-windows.tsx'
import { PermissionList, permissionControl } from './public/permission-list.tsx'
import { permissionsQuery, rolePermissionsQuery } from './queries.ts'
import classes from './role-window.module.css'

interface Props {
  role?: Role | null
  /** Role from which a new one copies title and permissions. */
  copyOf?: Role | null
}

/** A role: its title, its companies, its permissions. Read-only for users who may not change it. */
export function RoleWindow({ role = null, copyOf = null }: Props) {
  const { data: permissions } = useQuery(permissionsQuery)
  const source = role ?? copyOf
  const { data: assigned } = useQuery({ ...rolePermissionsQuery(source?.id ?? 0), enabled: source !== null })
  const before = source ? assigned : []
  if (!permissions || !before) {
    return (
      <WindowBody>
        <Spinner size={22} />
      </WindowBody>
    )
  }
  return <RoleForm role={role} copyOf={copyOf} permissions={permissions} assigned={before.map(({ id }) => id)} />
}

interface FormProps {
  role: Role | null
  copyOf: Role | null
  permissions: readonly { id: number; name: string; title: string; category: string; description: string | null }[]
  assigned: readonly number[]
}

function RoleForm({ role, copyOf, permissions, assigned }: FormProps) {
  const { t } = useTranslation('roles')
  const user = useUser()
  const mayChange = useCan(role ? 'update_roles' : 'create_roles')
  const controls = useMemo(() => {
    const own = new Set<string>(user.permissions)
    const given = permissions.filter(({ name, description }) => name !== 'super_admin' && description !== null)
    return { company_id: CompaniesControl, permission_id: permissionControl(given, ({ name }) => own.has(name)) }
  }, [permissions, user.permissions])
  const beyond = permissions.some(
    ({ id, name }) => assigned.includes(id) && (name === 'super_admin' || !user.permissions.includes(name as never)),
  )
  const copied = copyOf && {
    title: t('copyOf', { title: copyOf.title }),
    description: copyOf.description,
    // Without permissions that the user cannot give.
    permission_id: permissions
      .filter(
        ({ id, name }) => assigned.includes(id) && name !== 'super_admin' && user.permissions.includes(name as never),
      )
      .map(({ id }) => id),
  }
  const fixed = role?.company_id === null ? 'default' : beyond ? 'beyond' : mayChange ? null : 'none'
  if (role && fixed !== null)
    return <ReadRole reason={fixed} role={role} permissions={permissions} assigned={assigned} />
  return role ? (
    <FormWindow
      form={editRoleForm}
      values={{ title: role.title, description: role.description, permission_id: assigned }}
      controls={controls}
      send={(body) => call(updateRole, { params: { id: role.id }, body })}
      done={({ title }) => t('edited', { title })}
      reload={[['roles']]}
    />
  ) : (
    <FormWindow
      form={newRoleForm}
      values={{ company_id: user.company.id === 0 ? [] : [user.company.id], ...copied }}
      controls={controls}
      send={(body) => call(createRole, { body })}
      done={({ title }) => t('added', { title })}
      reload={[['roles']]}
    />
  )
}

interface ReadProps extends Omit<FormProps, 'copyOf'> {
  role: Role
  reason: 'default' | 'beyond' | 'none'
}

function ReadRole({ reason, role, permissions, assigned }: ReadProps) {
  const { t } = useTranslation(['roles', 'ui'])
  const { close } = useWindow()
  return (
    <>
      <WindowBody>
        <p className={classes.hint}>{t(`readOnly.${reason}`)}</p>
        {role.description ? <p>{role.description}</p> : null}
        <PermissionList
          permissions={permissions.filter(({ description }) => description !== null)}
          chosen={new Set(assigned)}
          allowed={() => true}
        />
      </WindowBody>
      <WindowActions>
        <Button onClick={() => openCompareRoles(role)}>{t('compare.action')}</Button>
        <Button onClick={close}>{t('ui:close')}</Button>
      </WindowActions>
    </>
  )
}
