import {
  approveDevice,
  permitEnrolment,
  rejectDevice,
  revokeDevice,
  withdrawEnrolmentPermit,
} from '@longreach/contract/devices/endpoints'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { toast } from '../../../ui/toast.ts'
import { confirm } from '../../../windows/confirm.tsx'

async function run(work: Promise<unknown>, done: string, client: QueryClient): Promise<void> {
  try {
    await work
    toast(done, 'success')
  } catch (error) {
    toast(messageOf(error), 'error')
  }
  void client.invalidateQueries({ queryKey: ['devices'] })
}

/** Revokes a device's key: it is disconnected immediately and has to be enrolled again. */
export async function revokeAfterAsking(device: DeviceDetails, client: QueryClient): Promise<void> {
  const sure = await confirm({
    title: i18next.t('devices:revoke.title', { name: device.name }),
    text: i18next.t('devices:revoke.text'),
    confirm: i18next.t('devices:revoke.confirm'),
    danger: true,
  })
  if (sure) await run(call(revokeDevice, { params: { id: device.id } }), i18next.t('devices:revoke.done'), client)
}

/** Lets the next enrolment replace the key of a device in use. */
export async function permitAfterAsking(device: DeviceDetails, client: QueryClient): Promise<void> {
  const sure = await confirm({
    title: i18next.t('devices:permit.title', { name: device.name }),
    text: i18next.t('devices:permit.text'),
    confirm: i18next.t('devices:permit.confirm'),
  })
  if (sure) await run(call(permitEnrolment, { params: { id: device.id } }), i18next.t('devices:permit.done'), client)
}

export async function withdrawPermit(device: DeviceDetails, client: QueryClient): Promise<void> {
  await run(call(withdrawEnrolmentPermit, { params: { id: device.id } }), i18next.t('devices:withdraw.done'), client)
}

const decisions = { approve: approveDevice, reject: rejectDevice } as const

/** Approves or rejects the pending enrolment with the key of that fingerprint. */
export async function decideOnClaim(
  decision: keyof typeof decisions,
  device: { id: number; name: string },
  fingerprint: string,
  client: QueryClient,
): Promise<void> {
  const sure =
    decision === 'reject' ||
    (await confirm({
      title: i18next.t('devices:approve.title', { name: device.name }),
      text: i18next.t('devices:approve.text', { fingerprint }),
      confirm: i18next.t('devices:claims.approve'),
    }))
  if (!sure) return
  const done = i18next.t(decision === 'approve' ? 'devices:approve.done' : 'devices:claims.rejected')
  await run(call(decisions[decision], { params: { id: device.id }, body: { fingerprint } }), done, client)
}
