import { translated } from '../../../i18n/translated.ts'
import '../texts.ts'
import type { ResponseOf } from '@longreach/contract/endpoint'
import type { listPermissions } from '@longreach/contract/roles/endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '../../../forms/controls/control.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextField } from '../../../ui/field.tsx'
import classes from '../role-window.module.css'

type Listed = ResponseOf<typeof listPermissions>[number]
type Permission = Pick<Listed, 'id' | 'name' | 'title' | 'category'> & Partial<Pick<Listed, 'description'>>

interface Props {
  /** Labels: the kind of lines, the search, the reason why a line is disabled; by default those of permissions. */
  texts?: { title: string; find: string; lacking: string }
  permissions: readonly Permission[]
  chosen: ReadonlySet<number>
  /** Permissions that can be selected; others are shown but cannot be changed. */
  allowed: (permission: Permission) => boolean
  /** If absent, the list is read-only and contains the selected ones only. */
  onChange?: ((chosen: ReadonlySet<number>) => void) | undefined
  error?: string | undefined
}

/** Permissions by category, with a checkbox for each whole category. */
export function PermissionList({ texts, permissions, chosen, allowed, onChange, error }: Props) {
  const { t } = useTranslation('roles')
  const [text, setText] = useState('')
  const search = text.trim().toLowerCase()
  const shown = permissions.filter(
    ({ id, title, name, description }) =>
      (onChange || chosen.has(id)) &&
      [title, name, description ?? ''].some((one) => one.toLowerCase().includes(search)),
  )
  const count = permissions.filter(({ id }) => chosen.has(id)).length
  const categories = Map.groupBy(shown, ({ category }) => category)
  const change = (ids: readonly number[], add: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (add) next.add(id)
      else next.delete(id)
    }
    onChange?.(next)
  }
  return (
    <fieldset className={classes.group}>
      <legend>
        {texts?.title ?? t('form.permissions')}
        {count === permissions.length && !onChange ? null : (
          <span>{t('form.chosen', { count, total: permissions.length })}</span>
        )}
      </legend>
      <TextField
        label={texts?.find ?? t('form.filter')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error ? (
        <p className={classes.error} role="alert">
          {translated(error)}
        </p>
      ) : null}
      <div className={classes.list}>
        {shown.length === 0 ? <p className={classes.hint}>{t('form.noMatch')}</p> : null}
        {[...categories].map(([category, list]) => {
          const open = list.filter(allowed).map(({ id }) => id)
          const assigned = open.filter((id) => chosen.has(id)).length
          return (
            <section key={category} aria-label={category}>
              <header>
                {onChange ? (
                  <Checkbox
                    label={t('form.all', { category })}
                    checked={open.length > 0 && assigned === open.length}
                    indeterminate={assigned > 0 && assigned < open.length}
                    disabled={open.length === 0}
                    onChange={(event) => change(open, event.target.checked)}
                  />
                ) : null}
                <h3>{category}</h3>
              </header>
              <ul>
                {list.map((permission) => (
                  <li
                    key={permission.id}
                    title={allowed(permission) ? permission.name : (texts?.lacking ?? t('form.lacking'))}
                  >
                    {onChange ? (
                      <Checkbox
                        showLabel
                        label={permission.title}
                        checked={chosen.has(permission.id)}
                        disabled={!allowed(permission)}
                        onChange={(event) => change([permission.id], event.target.checked)}
                      />
                    ) : (
                      <span>{permission.title}</span>
                    )}
                    {permission.description ? <p className={classes.about}>{permission.description}</p> : null}
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </fieldset>
  )
}

export function permissionControl(permissions: readonly Permission[], allowed: Props['allowed']) {
  return function PermissionControl({ value, onChange, error }: ControlProps) {
    return (
      <PermissionList
        permissions={permissions}
        chosen={new Set(value as number[])}
        allowed={allowed}
        error={error}
        onChange={(chosen) => onChange([...chosen])}
      />
    )
  }
}
