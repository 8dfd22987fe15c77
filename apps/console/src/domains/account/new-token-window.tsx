import { createToken } from '@longreach/contract/account/access-endpoints'
import { newTokenForm } from '@longreach/contract/account/forms'
import { tokenScopes } from '@longreach/contract/account/scopes'
import type { ChoicesField } from '@longreach/contract/forms/fields'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { type ControlProps, facts } from '../../forms/controls/control.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import { PermissionList } from '../roles/public/permission-list.tsx'
import classes from './account-page.module.css'
import { tokensQuery } from './queries.ts'

const rows = tokenScopes.map(({ name, category, permissions }, id) => ({
  id,
  name,
  title: name,
  category,
  permissions,
}))

const controls = { scopes: ScopesControl }

export function NewTokenWindow() {
  return (
    <FormWindow
      form={newTokenForm}
      values={{ days: 30 }}
      controls={controls}
      send={(body) => call(createToken, { body })}
      reload={[tokensQuery.queryKey]}
      after={(_, { data }) => <CreatedToken token={data.token} />}
    />
  )
}

function ScopesControl({ field, value, onChange, error }: ControlProps<ChoicesField>) {
  const { t } = useTranslation('access')
  const user = useUser()
  const names = value as readonly string[]
  const mayUse = (id: number) => rows[id]?.permissions.some((permission) => user.permissions.includes(permission))
  return (
    <PermissionList
      texts={{ title: facts(field).label, find: t('new.find'), lacking: t('new.lacking') }}
      permissions={rows.map((row) => ({ ...row, category: t(`categories.${row.category}`) }))}
      chosen={new Set(rows.flatMap(({ id, name }) => (names.includes(name) ? [id] : [])))}
      allowed={({ id }) => mayUse(id) === true}
      onChange={(chosen) => onChange(rows.flatMap(({ id, name }) => (chosen.has(id) ? [name] : [])))}
      error={error}
    />
  )
}

/** The token is shown only this once. */
function CreatedToken({ token }: { token: string }) {
  const { t } = useTranslation('access')
  const { close } = useWindow()
  return (
    <>
      <WindowBody>
        <p>{t('new.made')}</p>
        <div className={classes.token}>
          <code>{token}</code>
          <CopyButton text={token} look="primary" />
        </div>
        <p className={classes.hint}>{t('new.use')}</p>
        <code className={classes.header}>Authorization: Bearer {token.slice(0, 8)}…</code>
      </WindowBody>
      <WindowActions>
        <Button onClick={close}>{t('new.done')}</Button>
      </WindowActions>
    </>
  )
}
