import './texts.ts'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { text } from '@longreach/contract/i18n'
import { taskLimits } from '@longreach/contract/tasks/constants'
import { runTaskGroup } from '@longreach/contract/tasks/endpoints'
import { formatTime } from '@longreach/contract/time'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { readLocalTime } from '../../charts/local-time.ts'
import { ItemSelect } from '../../forms/controls/item-select.tsx'
import { notifyUnchanged } from '../../tables/lazy/notify-unchanged.ts'
import { countBy, living, type OnCount, useRecount } from '../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { TextField } from '../../ui/field.tsx'
import { formatCount } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { timeZone } from '../../ui/time-zone.ts'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-form.tsx'
import { openActionTab } from '../actions/public/open-tabs.ts'
import { RunAsCampaign } from '../campaigns/public/run-as-campaign.tsx'
import { VariableFields } from '../campaigns/public/variable-fields.tsx'
import { groupQuery } from './queries.ts'
import classes from './run-window.module.css'

interface Props {
  /** Null if devices are selected in the window. */
  selected: SelectedRows | null
  /** Null if the group is selected in the window. */
  group: number | null
  onCount?: OnCount
  /** Called instead of showing the action in the dock. */
  onStarted?: (action: number) => void
}

/** Days that offline devices may be waited for. */
const waits = [1, 7, 30] as const
const day = 86_400

const devicesField = {
  key: 'device_id',
  type: 'item',
  component: 'DeviceSelect',
  ref: 'device',
  many: true,
  label: 'tasks:run.devices',
  required: true,
} as const
const groupField = {
  key: 'group_id',
  type: 'item',
  component: 'ItemSelect',
  ref: 'task_group',
  label: 'tasks:run.group',
  required: true,
} as const

type Errors = { form: string[]; byField: Readonly<Record<string, string>> }
const noErrors: Errors = { form: [], byField: {} }

/** Errors of the call by field; others are shown above the form. */
function errorsOf(error: unknown): Errors {
  const faults = error instanceof ApiError ? error.errors : []
  const fields = faults.filter(({ source }) => /^(variables\.\w+|starts_at)$/.test(source ?? ''))
  const byField = Object.fromEntries(fields.map(({ source, message }) => [source ?? '', message]))
  return { byField, form: fields.length > 0 ? [] : [messageOf(error)] }
}

/** Runs a group on devices, now or at a given time, with values for its variables. */
export function RunWindow({ selected, group, onCount, onStarted }: Props) {
  const { t } = useTranslation('tasks')
  const { close } = useWindow()
  const client = useQueryClient()
  const [groupId, setGroup] = useState(group)
  const [devices, setDevices] = useState<readonly number[]>([])
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [time, setTime] = useState('')
  const [days, setDays] = useState(String(taskLimits.waits.default / day))
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>(noErrors)
  const { data: details, error: unread } = useQuery({ ...groupQuery(groupId ?? 0), enabled: groupId !== null })
  const rows = selected ?? { ids: devices, count: devices.length, names: [] }
  const recount = useRecount(rows, countBy(listDevices), { slack: living, ...(onCount ? { onCount } : {}) })

  const seconds = when === 'later' && time !== '' ? readLocalTime(time, timeZone()) : null
  const missing = (): Record<string, string> => ({
    ...(groupId === null ? { group_id: t('run.groupRequired') } : {}),
    ...(rows.count === 0 ? { device_id: t('run.devicesRequired') } : {}),
    ...(when === 'later' && seconds === null ? { starts_at: text('forms.required') } : {}),
  })
  const given = () => (details?.variables ?? []).map(({ name }) => ({ name, value: values[name] ?? '' }))
  const send = async () => {
    const byField = missing()
    if (groupId === null || Object.keys(byField).length > 0) return setErrors({ form: [], byField })
    setBusy(true)
    setErrors(noErrors)
    try {
      await recount()
      const variables = given()
      const { data, errors: left } = await call(runTaskGroup, {
        params: { id: groupId },
        body: {
          ...rowsOf('device_id', rows),
          variables,
          expires_in: Number(days) * day,
          ...(seconds === null ? {} : { starts_at: formatTime(new Date(seconds * 1000)) as never }),
        },
      })
      const started = { count: data.devices, formatted: formatCount(data.devices) }
      toast(t(seconds === null ? 'run.started' : 'run.scheduled', started), 'success')
      notifyUnchanged(left)
      if (onStarted) onStarted(data.id)
      else openActionTab({ id: data.id, kind: 'task_group' })
      for (const key of ['actions', 'tasks']) void client.invalidateQueries({ queryKey: [key] })
      close()
    } catch (error) {
      setErrors(errorsOf(error))
    }
    setBusy(false)
  }
  return (
    <WindowForm
      onSubmit={() => void send()}
      submit={t(when === 'now' ? 'run.submit' : 'run.schedule')}
      busy={busy}
      disabled={groupId !== null && !details}
      errors={unread ? [messageOf(unread)] : errors.form}
      cancel={
        rows.count > 1 && details ? (
          <RunAsCampaign
            selected={rows}
            kind="task_group"
            read={() => ({ name: details.name, content: { group_id: details.id, variables: given() } })}
            onDone={close}
          />
        ) : undefined
      }
    >
      <div className={classes.form}>
        {group === null ? (
          <ItemSelect
            field={groupField}
            value={groupId}
            values={{}}
            error={errors.byField.group_id}
            onChange={(id) => {
              setGroup(id as number)
              setErrors(noErrors)
            }}
          />
        ) : null}
        {details ? (
          <p className={classes.steps}>
            {t('run.steps', { count: details.tasks.length, names: details.tasks.map(({ name }) => name).join(', ') })}
          </p>
        ) : null}
        {selected === null ? (
          <ItemSelect
            field={devicesField}
            value={devices}
            values={{}}
            error={errors.byField.device_id}
            onChange={(ids) => setDevices(ids as number[])}
          />
        ) : null}
        <VariableFields
          variables={details?.variables ?? []}
          values={values}
          secretHint={t('run.secret')}
          errorOf={(name) => errors.byField[`variables.${name}`]}
          onChange={(name, value) => setValues({ ...values, [name]: value })}
        />
        <Segmented
          label={t('run.when')}
          value={when}
          options={[
            { value: 'now', label: t('run.now') },
            { value: 'later', label: t('run.later') },
          ]}
          onChange={setWhen}
        />
        {when === 'later' ? (
          <TextField
            type="datetime-local"
            label={t('run.time')}
            required
            value={time}
            error={errors.byField.starts_at}
            onChange={({ target }) => setTime(target.value)}
          />
        ) : null}
        <Select
          label={t('run.waits')}
          value={days}
          options={waits.map((count) => ({ value: String(count), label: t('run.days', { count }) }))}
          onChange={setDays}
        />
      </div>
    </WindowForm>
  )
}
