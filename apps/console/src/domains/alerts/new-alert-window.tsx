import './texts.ts'
import { alertActions, alertLimits } from '@longreach/contract/alerts/constants'
import { createAlertRules } from '@longreach/contract/alerts/endpoints'
import { alertEvent } from '@longreach/contract/alerts/events'
import { defaultMessage, defaultSubject } from '@longreach/contract/alerts/placeholders'
import type { ErrorItem } from '@longreach/contract/errors'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useCan, useUser } from '../../api/session.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import type { SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { timeZone } from '../../ui/time-zone.ts'
import { toast } from '../../ui/toast.ts'
import { ownZone } from '../../ui/zone-options.ts'
import { WindowBody } from '../../windows/window-parts.tsx'
import { deviceQuery } from '../devices/public/device-query.ts'
import { AreaControl } from './area-control.tsx'
import { newAlertFormOf } from './forms-by-permission.ts'
import { Preview } from './preview.tsx'
import { alertsKey, loadDeviceIds, rulesKey } from './queries.ts'
import { StartsControl } from './starts-control.tsx'

interface Props {
  /** Null if devices are selected in the window. */
  selected: SelectedRows | null
  onDone?: () => void
}

export const controls = { starts: StartsControl, area: AreaControl }
const reload = [alertsKey, rulesKey, ['sims'], ['devices']]

/** The devices of a rule: a list's filter is resolved when the form is sent. */
async function idsOf(selected: SelectedRows): Promise<readonly number[]> {
  const { devices: most } = alertLimits
  const ids = 'ids' in selected ? selected.ids : await loadDeviceIds(selected.filter, most)
  if (ids.length > most) throw new Error(i18next.t('alerts:form.tooMany', { formatted: formatCount(most) }))
  if (ids.length === 0) throw new Error(i18next.t('alerts:form.noDevices'))
  return ids
}

/** Notifies the user about devices that got no rule, with one message for each reason. */
function notifyLeftOut(errors: readonly ErrorItem[]): void {
  for (const [message, { length: count }] of Map.groupBy(errors, (one) => one.message))
    toast(i18next.t('alerts:form.leftOut', { count, formatted: formatCount(count), message }))
}

/** Adds a rule to one or several devices; for one, the form knows its position. */
export function NewAlertWindow({ selected, onDone }: Props) {
  const [id] = selected && 'ids' in selected && selected.ids.length === 1 ? selected.ids : []
  const { data: device, isError } = useQuery({ ...deviceQuery(id ?? 0), enabled: id !== undefined })
  if (id !== undefined && !device && !isError)
    return (
      <WindowBody>
        <Spinner size={22} />
      </WindowBody>
    )
  const { latitude, longitude } = device?.position ?? {}
  const place = latitude === undefined ? {} : { latitude, longitude }
  return <NewAlertForm selected={selected} place={place} {...(onDone ? { onDone } : {})} />
}

function NewAlertForm({ selected, place, onDone }: Props & { place: object }) {
  const { t } = useTranslation('alerts')
  const { email } = useUser()
  const located = useCan('view_device_location')
  const known = selected !== null
  const form = useMemo(() => newAlertFormOf({ selected: known, located }), [known, located])
  const name = selected === null ? undefined : (selected.names[0] ?? t('preview.device'))
  return (
    <FormWindow
      form={form}
      controls={controls}
      values={{
        action: alertActions.both,
        email,
        subject: defaultSubject,
        message: defaultMessage,
        redundancy_interval: alertLimits.redundancy.default,
        sim: 1,
        period: 'month',
        starts: 1,
        radius: 500,
        ...place,
      }}
      send={async ({ device_id, ...rule }) => {
        const ids = selected ? await idsOf(selected) : device_id
        const common = {
          ...rule,
          alert_type_id: alertEvent(rule.alert_subtype_id).type,
          zone: timeZone() ?? ownZone(),
        }
        return call(createAlertRules, { body: { data: ids.map((id) => ({ device_id: id, ...common })) as never } })
      }}
      done={(_, { data }) => t('form.added', { count: data.length, formatted: formatCount(data.length) })}
      onDone={({ errors }) => {
        notifyLeftOut(errors)
        onDone?.()
      }}
      reload={reload}
    >
      {(values) => <Preview values={values} name={name} />}
    </FormWindow>
  )
}
