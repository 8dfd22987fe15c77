import { createToken, newTokenSchema } from '@longreach/contract/account/access-endpoints'
import { tokenScopes } from '@longreach/contract/account/scopes'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { safeParse } from 'zod/mini'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { useUser } from '../../api/session.ts'
import { withPassword } from '../../forms/ask-password.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/field.tsx'
import { fieldErrors } from '../../ui/form-errors.ts'
import { Select } from '../../ui/select.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody, WindowForm } from '../../windows/window-parts.tsx'
import { PermissionList } from '../roles/public/permission-list.tsx'
import classes from './account-page.module.css'
import { tokensQuery } from './queries.ts'

const lives = [7, 30, 90, 365] as const
const rows = tokenScopes.map(({ name, category, permissions }, index) => ({
  id: index,
  name,
  title: name,
  category,
  permissions,
}))
type Row = (typeof rows)[number]

export function NewTokenWindow() {
  const { t } = useTranslation('access')
  const client = useQueryClient()
  const user = useUser()
  const [name, setName] = useState('')
  const [days, setDays] = useState('30')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [general, setGeneral] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [token, setToken] = useState<string>()
  if (token !== undefined) return <MadeToken token={token} />

  const allowed = ({ id }: { id: number }) =>
    (rows[id] as Row).permissions.some((permission) => user.permissions.includes(permission))
  const submit = async () => {
    const body = { name, days: Number(days), scopes: [...chosen].map((id) => (rows[id] as Row).name) }
    const wrong = fieldErrors(safeParse(newTokenSchema, body)) ?? {}
    if (chosen.size === 0) wrong.scopes = t('new.noScope')
    setErrors(wrong)
    setGeneral([])
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      const made = await withPassword(() => call(createToken, { body }))
      if (made) {
        setToken(made.data.token)
        void client.invalidateQueries({ queryKey: tokensQuery.queryKey })
      }
    } catch (error) {
      if (error instanceof ApiError) {
        const split = splitErrors(error, ['name', 'scopes', 'days'])
        setErrors(split.byField)
        setGeneral(split.general)
      } else setGeneral([messageOf(error)])
    }
    setBusy(false)
  }
  return (
    <WindowForm onSubmit={() => void submit()} submit={t('new.create')} busy={busy} errors={general}>
      <TextField
        label={t('new.name')}
        hint={t('new.nameHint')}
        required
        maxLength={100}
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.target.value)}
      />
      <Select
        label={t('new.days')}
        value={days}
        error={errors.days}
        options={lives.map((count) => ({
          value: String(count),
          label: count === 365 ? t('new.year') : t('new.days', { count }),
        }))}
        onChange={setDays}
      />
      <PermissionList
        texts={{ title: t('new.scopes'), find: t('new.find'), lacking: t('new.lacking') }}
        permissions={rows}
        chosen={chosen}
        allowed={allowed}
        onChange={setChosen}
        error={errors.scopes}
      />
    </WindowForm>
  )
}

/** The one time the token is shown. */
function MadeToken({ token }: { token: string }) {
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
