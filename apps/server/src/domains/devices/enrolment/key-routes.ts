import {
  approveDevice,
  listKeyClaims,
  permitEnrolment,
  rejectDevice,
  revokeDevice,
  withdrawEnrolmentPermit,
} from '@longreach/contract/devices/endpoints'
import { text } from '@longreach/contract/i18n'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import type { Bus } from '../../../bus/bus.ts'
import { Problem } from '../../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../../endpoint/route.ts'
import { mayRegister } from '../authorized/devices.ts'
import type { LogUnauthorized } from '../authorized/log.ts'
import { requireDevice } from '../details.ts'
import { logChange } from '../logs.ts'
import { type lockDevices, lockOne, revokeKeys } from '../store.ts'
import { deviceDropped } from '../topics.ts'
import { approveClaim, type ClaimedKey, findClaim, findClaims, rejectClaim } from './key-claims.ts'
import { removePermit, storePermit } from './permits.ts'

type Locked = Awaited<ReturnType<typeof lockDevices>>[number]

type Decision = Pick<Call<typeof approveDevice>, 'db' | 'body' | 'audit'>

async function requireClaim({ db, body }: Decision, device: Locked): Promise<ClaimedKey> {
  const claim = await findClaim(db, device.id, body.fingerprint)
  if (!claim) throw new Problem('CONFLICT', { source: 'fingerprint', message: text('devices.claim_missing') })
  return claim
}

function auditDecision({ body, audit }: Decision, device: Locked, claim: ClaimedKey, enrolment: string) {
  const after = { enrolment, fingerprint: body.fingerprint, address: claim.address }
  audit({ target: 'device', targetId: device.id, name: device.name, company: device, after })
}

/** Decisions of operators about the keys with which a device may sign in. */
export function keyRoutes(bus: Bus, logUnauthorized: LogUnauthorized): Route[] {
  const disconnect = (id: number, code: 'keyRenewed' | 'revoked') =>
    bus.publish(deviceDropped, { id, code: linkCodes[code], reason: linkReasons[linkCodes[code]] })
  return [
    route(listKeyClaims, async ({ db, scope, params }) => {
      await requireDevice(db, scope, params.id)
      return { data: await findClaims(db, scope, params.id) }
    }),
    route(approveDevice, async (call) => {
      const { fingerprint } = call.body
      const device = await lockOne(call, call.params.id)
      const claim = await requireClaim(call, device)
      if (!(await mayRegister(call.db, device))) {
        logUnauthorized(call, [device])
        throw new Problem('VALIDATION_FAILED', { message: linkReasons[linkCodes.wrongProof] })
      }
      const replaced = await approveClaim(call.db, device.id, claim)
      auditDecision(call, device, claim, 'approved')
      await logChange(call, device, text('devices.log_approved', { fingerprint }))
      const data = { device_id: device.id, company_id: device.company_id, replaced, address: claim.address }
      call.emit({ type: 'device.enrolled', data })
      call.after(() => disconnect(device.id, 'keyRenewed'))
      return { data: {} }
    }),
    route(rejectDevice, async (call) => {
      const { fingerprint } = call.body
      const device = await lockOne(call, call.params.id)
      const claim = await requireClaim(call, device)
      await rejectClaim(call.db, device.id, claim)
      auditDecision(call, device, claim, 'rejected')
      await logChange(call, device, text('devices.log_rejected', { fingerprint }))
      return { data: {} }
    }),
    route(revokeDevice, async (call) => {
      const device = await lockOne(call, call.params.id)
      await revokeKeys(call.db, device.id)
      call.audit({
        target: 'device',
        targetId: device.id,
        name: device.name,
        company: device,
        after: { revoked: true },
      })
      call.after(() => disconnect(device.id, 'revoked'))
      return { data: {} }
    }),
    route(permitEnrolment, async (call) => {
      const device = await lockOne(call, call.params.id)
      await storePermit(call.db, device.id, call.session.userId)
      call.audit({
        target: 'device',
        targetId: device.id,
        name: device.name,
        company: device,
        after: { enrolment_permitted: true },
      })
      await logChange(call, device, text('devices.log_permitted'))
      return { data: {} }
    }),
    route(withdrawEnrolmentPermit, async (call) => {
      const device = await lockOne(call, call.params.id)
      if (!(await removePermit(call.db, device.id)))
        throw new Problem('CONFLICT', { message: text('devices.no_permit') })
      call.audit({
        target: 'device',
        targetId: device.id,
        name: device.name,
        company: device,
        after: { enrolment_permitted: false },
      })
      await logChange(call, device, text('devices.log_permit_withdrawn'))
      return { data: {} }
    }),
  ]
}
