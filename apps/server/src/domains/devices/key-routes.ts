import {
  approveDevice,
  permitEnrolment,
  revokeDevice,
  withdrawEnrolmentPermit,
} from '@longreach/contract/devices/endpoints'
import { type Text, text } from '@longreach/contract/i18n'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import type { Bus } from '../../bus/bus.ts'
import { Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { removePermit, storePermit } from './enrolment-permits.ts'
import { writeDeviceLogs } from './logs.ts'
import { approveKey, type lockDevices, lockOne, revokeKeys } from './store.ts'

type Locked = Awaited<ReturnType<typeof lockDevices>>[number]

/** A line of what an operator decided in the device's log. */
async function logDecision(call: Pick<Call, 'db' | 'session' | 'ip' | 'userAgent'>, device: Locked, log: Text) {
  await writeDeviceLogs(call.db, [
    {
      type: 'change',
      status: true,
      deviceId: device.id,
      company: device,
      serial: device.serial,
      userId: call.session.userId,
      username: call.session.username,
      ip: call.ip,
      userAgent: call.userAgent,
      log,
    },
  ])
}

/** Which key a device may sign in with: what operators decide. */
export function keyRoutes(bus: Bus): Route[] {
  const disconnect = (id: number, code: 'keyRenewed' | 'revoked') =>
    bus.publish('device.dropped', { id, code: linkCodes[code], reason: linkReasons[linkCodes[code]] })
  return [
    route(approveDevice, async (call) => {
      const device = await lockOne(call, call.params.id)
      if (!device.approval_pending) throw new Problem('CONFLICT', { message: text('devices.not_pending') })
      const replaced = await approveKey(call.db, device.id)
      call.audit({ target: 'device', targetId: device.id, company: device, after: { approval_pending: false } })
      const data = { device_id: device.id, company_id: device.company_id, replaced, address: call.ip }
      call.emit({ type: 'device.enrolled', data })
      call.after(() => disconnect(device.id, 'keyRenewed'))
      return { data: {} }
    }),
    route(revokeDevice, async (call) => {
      const device = await lockOne(call, call.params.id)
      await revokeKeys(call.db, device.id)
      call.audit({ target: 'device', targetId: device.id, company: device, after: { revoked: true } })
      call.after(() => disconnect(device.id, 'revoked'))
      return { data: {} }
    }),
    route(permitEnrolment, async (call) => {
      const device = await lockOne(call, call.params.id)
      await storePermit(call.db, device.id, call.session.userId)
      call.audit({ target: 'device', targetId: device.id, company: device, after: { enrolment_permitted: true } })
      await logDecision(call, device, text('devices.log_permitted'))
      return { data: {} }
    }),
    route(withdrawEnrolmentPermit, async (call) => {
      const device = await lockOne(call, call.params.id)
      if (!(await removePermit(call.db, device.id)))
        throw new Problem('CONFLICT', { message: text('devices.no_permit') })
      call.audit({ target: 'device', targetId: device.id, company: device, after: { enrolment_permitted: false } })
      await logDecision(call, device, text('devices.log_permit_withdrawn'))
      return { data: {} }
    }),
  ]
}
