import './texts.ts'
import { passwordLimits } from '@longreach/contract/actions/constants'
import { generatePasswords, setPasswords, uploadPasswords } from '@longreach/contract/actions/password-endpoints'
import { generatePasswordsForm, setPasswordForm, uploadPasswordsForm } from '@longreach/contract/actions/password-forms'
import { listDevices } from '@longreach/contract/devices/endpoints'
import type { ErrorItem } from '@longreach/contract/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { callUpload } from '../../../api/upload.ts'
import { showError } from '../../../forms/error-window.tsx'
import { FormWindow } from '../../../forms/form-window.tsx'
import { countBy, living, type OnCount, useRecount } from '../../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../../tables/selected-rows.ts'
import { formatCount } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { openActionTab } from '../public/open-tabs.ts'
import { openPasswordLists } from '../public/open-windows.tsx'
import { notifySkipped } from '../start.tsx'
import classes from './window.module.css'

type Way = 'generate' | 'set' | 'upload'

interface Started {
  id: number
  devices: number
  errors: readonly ErrorItem[]
}

/** Sets the passwords of devices: generated, one for all, or from a file. Progress is shown in the dock. */
export function PasswordsWindow({ selected, onCount }: { selected: SelectedRows; onCount: OnCount }) {
  const { t } = useTranslation('passwords')
  const client = useQueryClient()
  const [way, setWay] = useState<Way>('generate')
  const recount = useRecount(selected, countBy(listDevices), { slack: living, onCount })

  const follow = ({ id, errors }: Started, listed: boolean) => {
    openActionTab({ id, kind: 'set_password' })
    void client.invalidateQueries({ queryKey: ['actions'] })
    if (listed) openPasswordLists()
    return errors
  }
  const ways = (['generate', 'set', 'upload'] as const).map((value) => ({ value, label: t(`ways.${value}`) }))
  const intro = (text: string) => (
    <div className={classes.intro}>
      <Segmented label={t('way')} value={way} options={ways} onChange={setWay} />
      <p>{text}</p>
      <p className={classes.note}>{t('user')}</p>
    </div>
  )
  const doneIn = (which: 'generate' | 'set', { devices: count }: Started) =>
    t(`${which}.done`, { count, formatted: formatCount(count) })

  if (way === 'generate')
    return (
      <FormWindow
        key={way}
        form={generatePasswordsForm}
        values={{ length: passwordLimits.length.default, use_special: 0 }}
        intro={intro(t('generate.text'))}
        send={async (body) => {
          await recount()
          const { data, errors } = await call(generatePasswords, {
            body: { ...body, ...rowsOf('device_id', selected) },
          })
          return { meta: {}, ...data, errors }
        }}
        done={(_, started) => doneIn('generate', started)}
        onDone={(started) => notifySkipped(follow(started, true))}
        reload={false}
      />
    )
  if (way === 'set')
    return (
      <FormWindow
        key={way}
        form={setPasswordForm}
        intro={intro(t('set.text', { count: selected.count }))}
        validate={({ password, password_confirmation: repeated }) =>
          password !== repeated ? { password_confirmation: t('set.differ') } : {}
        }
        send={async (body) => {
          await recount()
          const { data, errors } = await call(setPasswords, { body: { ...body, ...rowsOf('device_id', selected) } })
          return { meta: {}, ...data, errors, listed: body.show_password === true }
        }}
        done={(_, started) => doneIn('set', started)}
        onDone={({ listed, ...started }) => notifySkipped(follow(started, listed))}
        reload={false}
      />
    )
  return (
    <FormWindow
      key={way}
      form={uploadPasswordsForm}
      intro={intro(t('upload.text'))}
      send={async (body, files, onProgress) => {
        const { data, meta, errors } = await callUpload(uploadPasswords, body, files, onProgress)
        const started = { id: meta.action_id as number, devices: data.length, errors }
        return { meta: {}, ...started, listed: body.show_password === true }
      }}
      done={(_, started) => doneIn('set', started)}
      onDone={({ listed, ...started }) => {
        const errors = follow(started, listed)
        if (errors.length > 0) showError(errors.map(({ message }) => message))
      }}
      errorsIn="window"
      reload={false}
    />
  )
}
