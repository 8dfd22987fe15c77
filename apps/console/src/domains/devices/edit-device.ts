import { monitoringIntervals } from '@longreach/contract/devices/constants'
import type { DeviceChange, DeviceDetails } from '@longreach/contract/devices/schemas'

export const intervalNames = Object.keys(monitoringIntervals) as (keyof typeof monitoringIntervals)[]

/** The form stores typed text. */
export type EditValues = Record<
  'name' | 'description' | 'user_set_latitude' | 'user_set_longitude' | (typeof intervalNames)[number],
  string
> & { metered_connection: boolean }

export function valuesOf(device: DeviceDetails): EditValues {
  const text = (value: number | null) => (value === null ? '' : String(value))
  return {
    name: device.name,
    description: device.description,
    metered_connection: device.metered_connection,
    user_set_latitude: text(device.user_set_latitude),
    user_set_longitude: text(device.user_set_longitude),
    ...(Object.fromEntries(intervalNames.map((name) => [name, text(device[name])])) as Record<
      (typeof intervalNames)[number],
      string
    >),
  }
}

/** The body of the form: an empty interval stays as it is, an empty location is cleared; a comma counts as a point. */
export function changeOf(values: EditValues): DeviceChange {
  const place = (text: string) => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')))
  const intervals = intervalNames.flatMap((name) =>
    values[name].trim() === '' ? [] : [[name, Number(values[name].trim())] as const],
  )
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    ...Object.fromEntries(intervals),
    metered_connection: values.metered_connection,
    user_set_latitude: place(values.user_set_latitude),
    user_set_longitude: place(values.user_set_longitude),
  }
}
