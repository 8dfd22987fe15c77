import { getDevice } from '@longreach/contract/devices/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { live } from '../../api/live.ts'

export interface Enrolled {
  id: number
  name: string
  /** Whether its first report has arrived. */
  reported: boolean
}

export interface Enrolment {
  reached: boolean
  /** Why the last attempt was refused; null if it was not. */
  refused: string | null
  devices: readonly Enrolled[]
}

const none: Enrolment = { reached: false, refused: null, devices: [] }

/** Time of the last report before the enrolment; null if there was none, or if the user may not see the device. */
const lastReport = (id: number) =>
  call(getDevice, { params: { id } }).then(
    ({ data }) => data.last_update_at,
    () => null,
  )

/** How far devices came with an enrolment key, as the server publishes it. */
export function useEnrolment(key: number): Enrolment {
  const client = useQueryClient()
  const [enrolment, setEnrolment] = useState(none)
  useEffect(() => {
    const before = new Map<number, Promise<string | null>>()
    const stops: (() => void)[] = []
    stops.push(
      live.on('EnrolmentProgress', ({ data: { enrolment_key_id, step, device, reason } }) => {
        if (enrolment_key_id !== key) return
        setEnrolment((now) => ({ ...now, reached: true, refused: step === 'refused' ? reason : null }))
        if (!device || before.has(device.id)) return
        before.set(device.id, lastReport(device.id))
        stops.push(live.watchDevices([device.id]))
        void client.invalidateQueries({ queryKey: ['devices'] })
        setEnrolment((now) => ({ ...now, devices: [...now.devices, { ...device, reported: false }] }))
      }),
      live.on('DeviceStateChanged', async ({ data: { id, last_update_at } }) => {
        const earlier = before.get(id)
        if (!earlier || last_update_at === null || last_update_at === (await earlier)) return
        setEnrolment((now) => ({
          ...now,
          devices: now.devices.map((one) => (one.id === id ? { ...one, reported: true } : one)),
        }))
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, key])
  return enrolment
}
