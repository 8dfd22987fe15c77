import { monitoringIntervals } from '@longreach/contract/devices/constants'
import { placing } from '@longreach/contract/devices/forms'
import type { DeviceChange } from '@longreach/contract/devices/schemas'
import { text } from '@longreach/contract/i18n'
import type { Bus } from '../../bus/bus.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import type { Call } from '../../endpoint/route.ts'
import { changedSince, undoKind } from '../../endpoint/undo.ts'
import type { MonitoringTurnedOn } from './hooks.ts'
import { changeSettings } from './link-settings.ts'
import { logChange } from './logs.ts'
import { changeDevice, lockDevices } from './store.ts'
import { giveTags } from './tagging/tag-routes.ts'

const intervalNames = Object.keys(monitoringIntervals) as (keyof typeof monitoringIntervals)[]

/** Settings whose changes are sent to the device's agent. */
const linkSettingNames = new Set(['metered_connection', ...intervalNames])

const placeNames: readonly string[] = ['user_set_latitude', 'user_set_longitude']

/** The audit log says that a position was set but not which one: not all readers of the log may see positions. */
function audited(values: Record<string, unknown>): Record<string, unknown> {
  const named = Object.entries(values).filter(([name]) => !placeNames.includes(name))
  const placed = placeNames.filter((name) => name in values)
  return {
    ...Object.fromEntries(named),
    ...(placed.length > 0 ? { position: placed.every((name) => values[name] !== null) ? 'set' : 'none' } : {}),
  }
}

type Locked = Awaited<ReturnType<typeof lockDevices>>[number]

/** Previous values of the changed fields, for the audit line. */
function before(device: Locked, change: DeviceChange): Record<string, unknown> {
  return Object.fromEntries(Object.keys(change).map((name) => [name, device[name as keyof Locked]]))
}

export interface ChangeDeps {
  bus: Pick<Bus, 'publish'>
  turnedOn: readonly MonitoringTurnedOn[]
}

/** Name of a monitoring interval that the change would switch on. */
const turnedOnBy = (device: Locked, change: Omit<DeviceChange, 'tag_id'>) =>
  intervalNames.find((name) => device[name] === 0 && (change[name] ?? 0) > 0)

export async function applyChange(
  call: Pick<Call, 'db' | 'scope' | 'audit' | 'emit' | 'after' | 'session' | 'ip' | 'userAgent' | 'undoable'>,
  { bus, turnedOn }: ChangeDeps,
  device: Locked,
  { tag_id, ...change }: DeviceChange,
) {
  if (tag_id) await giveTags(call, device, tag_id)
  if (Object.keys(change).length === 0) return
  const placed = placeNames.find((name) => name in change)
  if (placed && !placing.all.every((permission) => call.session.permissions.has(permission)))
    throw new Problem('FORBIDDEN', { source: placed })
  await changeDevice(call.db, device.id, change)
  const on = turnedOnBy(device, change)
  if (on) for (const handle of turnedOn) await handle(call.db, [device.id], on)
  if (
    Object.entries(change).some(([name, value]) => linkSettingNames.has(name) && device[name as keyof Locked] !== value)
  )
    await changeSettings(call, bus, [device.id])
  const was = before(device, change)
  call.audit({
    target: 'device',
    targetId: device.id,
    name: device.name,
    company: device,
    before: audited(was),
    after: audited(change),
  })
  call.undoable({ kind: editedKind, state: { id: device.id, before: was, after: change } satisfies EditedDevice })
  if (change.name !== undefined && change.name !== device.name) {
    const data = { device_id: device.id, company_id: device.company_id, from: device.name, to: change.name }
    call.emit({ type: 'device.renamed', data })
  }
  await logChange(call, device, text('devices.log_edited', { fields: Object.keys(change).join(', ') }))
}

const editedKind = 'devices.edit'

interface EditedDevice {
  id: number
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** Undo: restores the previous values of edited devices. */
export const editedDevices = (bus: ChangeDeps['bus'], turnedOn: ChangeDeps['turnedOn']) =>
  undoKind<EditedDevice>(editedKind, 'update_devices', async (call, states) => {
    const devices = await lockDevices(
      call.db,
      call.scope,
      states.map(({ id }) => id),
    )
    if (devices.length < states.length) throw notFound()
    for (const { id, before: was, after } of states) {
      const device = devices.find((one) => one.id === id) as Locked
      const changed = Object.keys(after).find(
        (name) => JSON.stringify(device[name as keyof Locked]) !== JSON.stringify(after[name]),
      )
      if (changed !== undefined) {
        const field = changed.charAt(0).toUpperCase() + changed.slice(1).replaceAll('_', ' ')
        throw changedSince(text('devices.undo_edited', { name: device.name, field }))
      }
      await applyChange(call, { bus, turnedOn }, device, was as DeviceChange)
    }
  })
