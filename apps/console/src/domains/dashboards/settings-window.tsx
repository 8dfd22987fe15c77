import { dashboardLimits } from '@longreach/contract/dashboards/constants'
import type { Widget } from '@longreach/contract/dashboards/widgets'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { TextField } from '../../ui/field.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-form.tsx'
import { deviceQuery } from '../devices/public/device-query.ts'
import { customChoicesQuery } from './custom-choices.ts'
import type { Settings } from './open-windows.tsx'
import { parameterChoices } from './parameter-choices.ts'
import { faultsOf } from './settings-faults.ts'
import { SettingsFields } from './settings-fields.tsx'
import classes from './windows.module.css'

export function SettingsWindow({ device, widget, onSaved }: Settings) {
  const { t } = useTranslation('dashboards')
  const { close } = useWindow()
  const { data } = useQuery(deviceQuery(device))
  const custom = useQuery({ ...customChoicesQuery(device), enabled: useCan('view_monitoring') })
  const [draft, setDraft] = useState<Widget>(widget)
  const [tried, setTried] = useState(false)
  const faults = faultsOf(draft)
  const change = (options: object) => setDraft({ ...draft, options: { ...draft.options, ...options } } as Widget)
  const submit = () => {
    setTried(true)
    if (Object.keys(faults).length > 0) return
    close()
    onSaved(draft)
  }
  return (
    <WindowForm onSubmit={submit} submit={t('form.save')} busy={false} errors={[]}>
      <div className={classes.fields}>
        <TextField
          label={t('form.title')}
          value={draft.title}
          maxLength={dashboardLimits.title}
          onChange={({ target }) => setDraft({ ...draft, title: target.value })}
        />
        <SettingsFields
          widget={draft}
          choices={parameterChoices(data?.parameters ?? {}, custom.data)}
          faults={tried ? faults : {}}
          onChange={change}
        />
      </div>
    </WindowForm>
  )
}
