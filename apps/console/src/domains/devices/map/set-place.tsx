import './texts.ts'
import { updateDevice } from '@longreach/contract/devices/endpoints'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { text } from '@longreach/contract/i18n'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { baseMapQuery } from '../../../maps/base-map.ts'
import { roundDegrees } from '../../../maps/degrees.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { lazy } from '../../../ui/lazy.ts'
import { toast } from '../../../ui/toast.ts'
import { toastUndo } from '../../../ui/undo-change.ts'
import { Card } from '../page/facts.tsx'
import classes from './location-tab.module.css'
import type { Point } from './location-tab.tsx'

const PlaceSearch = lazy(() => import('../../../maps/place-search.tsx').then((file) => ({ default: file.PlaceSearch })))

interface Props {
  device: DeviceDetails
  set: Point | null
  draft: Point | null
  onDraft: (point: Point | null) => void
}

const limits = { latitude: 90, longitude: 180 } as const
type Axis = keyof typeof limits

function read(text: string, axis: Axis): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Math.abs(value) <= limits[axis] ? value : null
}

/** Sets the position of a device by a click on the map or by coordinates. */
export function SetPlace({ device, set, draft, onDraft }: Props) {
  const { t } = useTranslation('map')
  const client = useQueryClient()
  const { data: base } = useQuery(baseMapQuery())
  const [typed, setTyped] = useState<Partial<Record<Axis, string>>>({})
  const [errors, setErrors] = useState<Partial<Record<Axis, string>>>({})
  const [busy, setBusy] = useState(false)
  const shown = draft ?? set
  const textOf = (axis: Axis) => typed[axis] ?? (shown ? String(roundDegrees(shown[axis])) : '')

  const send = async (point: Point | null, message: string) => {
    setBusy(true)
    try {
      const body = { user_set_latitude: point?.latitude ?? null, user_set_longitude: point?.longitude ?? null }
      const { meta } = await call(updateDevice, { params: { id: device.id }, body })
      await client.invalidateQueries({ queryKey: ['devices'] })
      onDraft(null)
      if (meta?.undo === undefined) toast(message, 'success')
      else toastUndo(message, meta.undo, client)
    } catch (error) {
      toast(messageOf(error), 'error')
    } finally {
      setBusy(false)
    }
  }
  const change = (axis: Axis, text: string) => {
    const next = { ...typed, [axis]: text }
    setTyped(next)
    setErrors({ ...errors, [axis]: undefined })
    const latitude = read(next.latitude ?? textOf('latitude'), 'latitude')
    const longitude = read(next.longitude ?? textOf('longitude'), 'longitude')
    if (latitude !== null && longitude !== null) onDraft({ latitude, longitude })
  }
  const find = (point: Point) => {
    setTyped({})
    setErrors({})
    onDraft(point)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const point = { latitude: read(textOf('latitude'), 'latitude'), longitude: read(textOf('longitude'), 'longitude') }
    const faults = (Object.keys(limits) as Axis[]).filter((axis) => point[axis] === null)
    setErrors(
      Object.fromEntries(
        faults.map((axis) => [
          axis,
          textOf(axis).trim() === ''
            ? text('forms.required')
            : t('tab.range', { min: -limits[axis], max: limits[axis] }),
        ]),
      ),
    )
    if (faults.length === 0) void send(point as Point, t('tab.saved', { name: device.name }))
  }
  return (
    <Card title={t('tab.setTitle')}>
      <form className={classes.set} onSubmit={submit} noValidate>
        <p className={classes.hint}>{t('tab.setHint')}</p>
        {base?.google_key ? (
          <Suspense>
            <PlaceSearch googleKey={base.google_key} onFound={find} />
          </Suspense>
        ) : null}
        <div className={classes.fields}>
          {(Object.keys(limits) as Axis[]).map((axis) => (
            <TextField
              key={axis}
              label={t(`tab.${axis}`)}
              inputMode="decimal"
              value={textOf(axis)}
              error={errors[axis]}
              onChange={(event) => change(axis, event.target.value)}
            />
          ))}
        </div>
        <div className={classes.buttons}>
          <Button type="submit" look="primary" size="small" busy={busy}>
            {t('tab.save')}
          </Button>
          {set ? (
            <Button size="small" onClick={() => void send(null, t('tab.removed', { name: device.name }))}>
              {t('tab.remove')}
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  )
}
