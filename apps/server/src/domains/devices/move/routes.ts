import { mostDevices } from '@longreach/contract/choice-limits'
import { countMoveLosses, moveDevices } from '@longreach/contract/devices/move-endpoints'
import type { MoveLosses } from '@longreach/contract/devices/schemas'
import type { ErrorItem } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import { notFound, Problem } from '../../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../../endpoint/route.ts'
import { missingRows, selectedIds } from '../../../endpoint/selection.ts'
import { findPlacement } from '../../companies/store.ts'
import type { DevicesMoving } from '../hooks.ts'
import { deviceList } from '../list.ts'
import { selectionOfFilter } from '../selection.ts'
import { lockDevices } from '../store.ts'
import { countTagsOutside, findRefusals, lockTarget, moveDevicesTo } from './move.ts'

type MoveCall = Pick<Call<typeof moveDevices>, 'db' | 'scope' | 'session' | 'body'>

/** The devices that a call names, or all that its filter matches. */
function devicesToMove(call: MoveCall): Promise<number[]> {
  const { device_id, filter = {} } = call.body
  const find = async (most: number) =>
    deviceList.ids(call.db, call.scope, { ...(await selectionOfFilter(call, filter)), sort: 'id' }, most)
  return selectedIds(device_id, find, mostDevices)
}

const conflict = (id: number, message: Text): ErrorItem => ({ code: 'CONFLICT', message, source: String(id) })

export function moveRoutes(moving: readonly DevicesMoving[]): Route[] {
  return [
    route(moveDevices, async (call) => {
      const { db, scope, body } = call
      const ids = await devicesToMove(call)
      const to = await lockTarget(db, scope, body.company_id, 'company_id')
      const found = await lockDevices(db, scope, ids)
      const errors = missingRows(body.device_id, found)
      if (found.length === 0) throw new Problem('NOT_FOUND', { errors })
      const refusals = await findRefusals(db, moving, found)
      for (const { id, company_id } of found)
        if (company_id === to.company_id) refusals.set(id, text('devices.already_there', { company: to.name }))
      for (const [id, reason] of refusals) errors.push(conflict(id, reason))
      const devices = found.filter(({ id }) => !refusals.has(id))
      if (devices.length === 0) throw new Problem('CONFLICT', { errors })
      await moveDevicesTo(call, { devices, to }, moving)
      return { data: devices.map(({ id }) => ({ id })), errors }
    }),
    route(countMoveLosses, async (call) => {
      const { db, scope, body } = call
      const to = await findPlacement(db, scope, body.company_id)
      if (!to || body.company_id === 0) throw notFound('company_id')
      const found = await deviceList.ids(db, scope, { id: await devicesToMove(call), sort: 'id' }, mostDevices)
      if (found.length === 0) throw notFound('device_id')
      const above = [to.company_id, to.l1_id, to.l2_id].filter((id) => id !== null)
      const losses: MoveLosses = {
        tags: 0,
        tagged_devices: 0,
        passwords: 0,
        templates: 0,
        actions: 0,
        sessions: 0,
        busy: 0,
      }
      Object.assign(losses, await countTagsOutside(db, found, above))
      for (const { losses: count } of moving) Object.assign(losses, await count(db, found, above))
      return { data: losses }
    }),
  ]
}
