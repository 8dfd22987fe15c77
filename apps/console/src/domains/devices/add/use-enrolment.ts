import { getDevice } from '@longreach/contract/devices/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { live } from '../../../api/live.ts'

export interface Enrolled {
  id: number
  name: string
  reported: boolean
}

export interface Enrolment {
  reached: boolean
  /** Reason why the last attempt was refused; null if it was not. */
  refused: string | null
  devices: readonly Enrolled[]
}

const none: Enrolment = { reached: false, refused: null, devices: [] }

/** Milliseconds between checks of devices whose first report may have arrived before its event could be received. */
const checkEvery = 3000

/** Progress of the devices that use an enrolment key, as the server publishes it. */
export function useEnrolment(key: { id: number; created_at: string }): Enrolment {
  const client = useQueryClient()
  const [enrolment, setEnrolment] = useState(none)
  const waiting = enrolment.devices.filter(({ reported }) => !reported).map(({ id }) => id)
  const waitingIds = waiting.join()

  useEffect(
    () =>
      live.on('EnrolmentProgress', ({ data: { enrolment_key_id, step, device, reason } }) => {
        if (enrolment_key_id !== key.id) return
        void client.invalidateQueries({ queryKey: ['devices'] })
        setEnrolment((now) => ({
          reached: true,
          refused: step === 'refused' ? reason : null,
          devices:
            !device || now.devices.some(({ id }) => id === device.id)
              ? now.devices
              : [...now.devices, { ...device, reported: false }],
        }))
      }),
    [client, key.id],
  )

  useEffect(() => {
    if (waitingIds === '') return
    const ids = waitingIds.split(',').map(Number)
    // The times come from the server, in a form that sorts as text.
    const note = (id: number, reportedAt: string | null) => {
      if (reportedAt === null || reportedAt < key.created_at) return
      const mark = (one: Enrolled) => (one.id === id ? { ...one, reported: true } : one)
      setEnrolment((now) => ({ ...now, devices: now.devices.map(mark) }))
    }
    const check = (id: number) =>
      call(getDevice, { params: { id } }).then(
        ({ data }) => note(id, data.last_update_at),
        () => undefined,
      )
    const timer = setInterval(() => ids.forEach((id) => void check(id)), checkEvery)
    const stops = [
      live.watchDevices(ids),
      live.on('DeviceStateChanged', ({ data }) => {
        if (ids.includes(data.id)) note(data.id, data.last_update_at)
      }),
    ]
    return () => {
      clearInterval(timer)
      for (const stop of stops) stop()
    }
  }, [waitingIds, key.created_at])

  return enrolment
}
