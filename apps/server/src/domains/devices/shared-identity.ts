import { text } from '@longreach/contract/i18n'
import type { Hello } from '@longreach/contract/link/lines'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Placement } from '../../db/scope.ts'
import type { Emit } from '../../events/emit.ts'
import { type NewDeviceLog, writeDeviceLogs } from './logs.ts'

/**
 * A copy of a device's storage connects with its key, and both take turns. A boot never comes back on one machine, so
 * that there are two if the one before the last does.
 */
export interface Machine {
  boot: string
  address: string
  mac: string
}

export const machineOf = (hello: Hello, address: string): Machine => ({
  boot: hello.boot,
  address,
  mac: hello.found_mac ?? hello.mac,
})

export interface KnownMachines {
  boot: string | null
  machine: Machine | null
  other_machine: Machine | null
  /** Whether the last one connected within the hour: machines that take turns do so within minutes. */
  lately: boolean | null
  /** Whether it was said today. */
  said: boolean | null
}

/** Columns of `device_session p`. */
export const knownMachines: RawBuilder<KnownMachines> = sql`
  p.boot, p.machine, p.other_machine, p.since > now() - interval '1 hour' AS lately,
  p.shared_at > now() - interval '1 day' AS said`

/** Whether another machine with the same key has connected since this one did. */
export const takesTurns = ({ boot, other_machine, lately }: KnownMachines, machine: Machine): boolean =>
  lately === true && boot !== machine.boot && other_machine?.boot === machine.boot

const describeMachine = ({ address, mac }: Machine) => `${address} (${mac})`

/** The device, as its log names it. */
type Said = Pick<NewDeviceLog, 'serial' | 'mac' | 'model' | 'firmware' | 'ip'> & {
  deviceId: number
  company: Placement
}

/** Says once that two machines connect as the device: in its log, and to the users responsible for it. */
export async function reportShared(db: Db, emit: Emit, said: Said, before: Machine, now: Machine): Promise<void> {
  const [one, other] = [describeMachine(before), describeMachine(now)]
  const log = text('devices.log_shared', { one, other })
  await writeDeviceLogs(db, [{ ...said, type: 'event', status: false, log }])
  const { deviceId: device_id, company } = said
  await emit(db, { type: 'device.shared', data: { device_id, company_id: company.company_id, machines: [one, other] } })
}

/** Where the device has a new key, which the other machine lacks. */
export async function forgetMachines(db: Db, deviceId: number): Promise<void> {
  await sql`UPDATE device_session SET other_machine = NULL, shared_at = NULL WHERE device_id = ${deviceId}`.execute(db)
}
