import { dashboardLimits } from '@longreach/contract/dashboards/constants'
import { neededBy } from '@longreach/contract/dashboards/reads'
import type { Widget } from '@longreach/contract/dashboards/widgets'
import type { ErrorItem } from '@longreach/contract/errors'
import { text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import type { Scope } from '../../db/scope.ts'
import { lockDevices } from '../devices/store.ts'
import {
  type DashboardRow,
  type FoundDashboard,
  findNames,
  findReported,
  findShownImages,
  insertDashboard,
} from './store.ts'

type Locked = Awaited<ReturnType<typeof lockDevices>>[number]

export interface Copied {
  id: number
  name: string
  device: Locked
  missing: string[]
}

const conflict = (id: number, message: string): ErrorItem => ({ code: 'CONFLICT', message, source: String(id) })

/** `Cold room`, `Cold room 2` …: a name that no other dashboard of the device has. */
function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : ` ${number}`
    const tried = `${name.slice(0, dashboardLimits.name - ending.length)}${ending}`
    if (!taken.includes(tried.toLowerCase())) return tried
  }
}

const imagesOf = (widgets: readonly Widget[]) =>
  widgets.flatMap((widget) => (widget.type === 'image' ? [widget.options.image_id] : []))

/** Reason why a device cannot have the dashboard. */
function refusalOf(device: Locked, from: DashboardRow & { model: string | null }, names: readonly string[]) {
  if (device.id === from.device_id) return text('dashboards.same_device')
  if (device.model !== from.model || device.model === null) return text('dashboards.other_model', { name: device.name })
  if (names.length >= dashboardLimits.dashboards)
    return text('dashboards.too_many', { count: dashboardLimits.dashboards })
  return undefined
}

/** Copies a dashboard to other devices of the model, with an error for each unsuitable device. */
export async function copyTo(
  db: Db,
  scope: Scope,
  from: FoundDashboard & { model: string | null },
  ids: readonly number[],
  user: { userId: number; username: string },
): Promise<{ copied: Copied[]; errors: ErrorItem[] }> {
  const devices = await lockDevices(db, scope, ids)
  const reported = await findReported(db, ids)
  const needed = [...new Set(from.widgets.flatMap(neededBy))]
  const copied: Copied[] = []
  const errors: ErrorItem[] = []
  for (const device of devices) {
    const names = await findNames(db, device.id)
    const images = imagesOf(from.widgets)
    const shown = new Set((await findShownImages(db, device, images)).map(({ id }) => id))
    const refusal =
      refusalOf(device, from, names) ??
      (images.every((id) => shown.has(id)) ? undefined : text('dashboards.image_missing'))
    if (refusal) {
      errors.push(conflict(device.id, refusal))
      continue
    }
    const name = freeName(from.name, names)
    const id = await insertDashboard(db, {
      device_id: device.id,
      name,
      is_default: names.length === 0,
      layout: from.layout,
      widgets: from.widgets,
      user_id: user.userId,
      username: user.username,
    })
    const has = reported.get(device.id)
    copied.push({ id, name, device, missing: needed.filter((parameter) => !has?.has(parameter)) })
  }
  return { copied, errors }
}
