import { createRole, updateRole } from '@longreach/contract/roles/endpoints'
import { newRoleSchema, type Role, roleChangeSchema } from '@longreach/contract/roles/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { safeParse } from 'zod/mini'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/field.tsx'
import { fieldErrors } from '../../ui/form-errors.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody, WindowForm } from '../../windows/window-parts.tsx'
import { useCan, useUser } from '../account/session.ts'
import { companiesQuery } from '../companies/queries.ts'
import { PermissionList } from './permission-list.tsx'
import { permissionsQuery, rolePermissionsQuery } from './queries.ts'
import classes from './role-window.module.css'

/** A role: what it is called, where it holds, what it allows. Read only for who may not change it. */
export function RoleWindow({ role }: { role: Role | null }) {
  const { data: permissions } = useQuery(permissionsQuery)
  const { data: held } = useQuery({ ...rolePermissionsQuery(role?.id ?? 0), enabled: role !== null })
  const before = role ? held : []
  if (!permissions || !before) {
    return (
      <WindowBody>
        <Spinner size={22} />
      </WindowBody>
    )
  }
  return <RoleForm role={role} permissions={permissions} held={before.map(({ id }) => id)} />
}

interface FormProps {
  role: Role | null
  permissions: readonly { id: number; name: string; title: string; category: string }[]
  held: readonly number[]
}

type Errors = Record<string, string | undefined>

function RoleForm({ role, permissions, held }: FormProps) {
  const { t } = useTranslation(['roles', 'ui'])
  const { close } = useWindow()
  const client = useQueryClient()
  const user = useUser()
  const mayChange = useCan(role ? 'update_roles' : 'create_roles')
  const own = new Set<string>(user.permissions)
  const allowed = ({ name }: { name: string }) => name !== 'super_admin' && own.has(name)
  const beyond = permissions.some((permission) => held.includes(permission.id) && !allowed(permission))
  const fixed = role?.company_id === null ? 'default' : beyond ? 'beyond' : mayChange ? null : ('none' as const)

  const [title, setTitle] = useState(role?.title ?? '')
  const [description, setDescription] = useState(role?.description ?? '')
  const [companies, setCompanies] = useState<ReadonlySet<number>>(
    new Set(role || user.company.id === 0 ? [] : [user.company.id]),
  )
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(held))
  const [errors, setErrors] = useState<Errors>({})
  const [general, setGeneral] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)

  if (fixed !== null) {
    return (
      <>
        <WindowBody>
          <p className={classes.hint}>{t(`readOnly.${fixed}`)}</p>
          {role?.description ? <p>{role.description}</p> : null}
          <PermissionList permissions={permissions} chosen={chosen} allowed={() => true} />
        </WindowBody>
        <WindowActions>
          <Button onClick={close}>{t('ui:close')}</Button>
        </WindowActions>
      </>
    )
  }

  const submit = async () => {
    const permission_id = [...chosen]
    const change = { title: title.trim(), description: description.trim(), permission_id }
    const body = { ...change, company_id: [...companies] }
    const wrong: Errors = fieldErrors(role ? safeParse(roleChangeSchema, change) : safeParse(newRoleSchema, body)) ?? {}
    if (chosen.size === 0) wrong.permission_id = t('form.noPermission')
    if (!role && companies.size === 0) wrong.company_id = t('form.noCompany')
    setErrors(wrong)
    setGeneral([])
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      if (role) await call(updateRole, { params: { id: role.id }, body: change })
      else await call(createRole, { body })
      toast(t(role ? 'edited' : 'added', { title: change.title }), 'success')
      void client.invalidateQueries({ queryKey: ['roles'] })
      close()
    } catch (error) {
      if (error instanceof ApiError) {
        const split = splitErrors(error, ['title', 'description', 'company_id', 'permission_id'])
        setErrors(split.byField)
        setGeneral(split.general)
      } else setGeneral([messageOf(error)])
    }
    setBusy(false)
  }
  return (
    <WindowForm onSubmit={() => void submit()} submit={role ? t('ui:save') : t('add')} busy={busy} errors={general}>
      <TextField
        label={t('form.title')}
        required
        maxLength={100}
        value={title}
        error={errors.title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextField
        label={t('form.description')}
        maxLength={255}
        value={description}
        error={errors.description}
        onChange={(event) => setDescription(event.target.value)}
      />
      {role ? null : <CompanyChoice chosen={companies} onChange={setCompanies} error={errors.company_id} />}
      <PermissionList
        permissions={permissions.filter(({ name }) => name !== 'super_admin')}
        chosen={chosen}
        allowed={allowed}
        onChange={setChosen}
        error={errors.permission_id}
      />
    </WindowForm>
  )
}

interface ChoiceProps {
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
  error: string | undefined
}

function CompanyChoice({ chosen, onChange, error }: ChoiceProps) {
  const { t } = useTranslation('roles')
  const { data: companies = [] } = useQuery(companiesQuery)
  return (
    <fieldset className={classes.group}>
      <legend>{t('form.companies')}</legend>
      <p className={classes.hint}>{t('form.companiesHint')}</p>
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
      <ul className={classes.companies}>
        {companies.map(({ id, name }) => (
          <li key={id}>
            <Checkbox
              showLabel
              label={name}
              checked={chosen.has(id)}
              onChange={(event) => {
                const next = new Set(chosen)
                if (event.target.checked) next.add(id)
                else next.delete(id)
                onChange(next)
              }}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
