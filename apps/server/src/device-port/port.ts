import { text } from '@longreach/contract/i18n'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import { templateEvent } from '@longreach/contract/link/template-lines'
import type pg from 'pg'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Bus } from '../bus/bus.ts'
import type { Db } from '../db/client.ts'
import { createAddressLimiter, createRateLimiter } from '../db/rate-limiter.ts'
import type { ActionListener } from '../domains/actions/engine.ts'
import { requireCurrent } from '../domains/devices/current-links.ts'
import { findState } from '../domains/devices/details.ts'
import { type Bound, enrol, identify, type NewDevices, type Refused } from '../domains/devices/enrolment/enrolment.ts'
import type { PresenceChanged } from '../domains/devices/hooks.ts'
import { findLinkSettings, type PresenceSettings, takeSettings } from '../domains/devices/link-settings.ts'
import { writeDeviceLogs } from '../domains/devices/logs.ts'
import { arrive, leave } from '../domains/devices/presence.ts'
import { countRefused, findPlaced } from '../domains/devices/store.ts'
import { deviceAdded, deviceDropped, deviceLinked, deviceState, enrolmentProgress } from '../domains/devices/topics.ts'
import type { ReportWriter } from '../domains/monitoring/writer.ts'
import type { Arrival, DevicePort, Presence, Refusal } from '../drivers/driver.ts'
import { networkOf } from '../network.ts'
import type { Seal } from '../seal.ts'
import { type Arriving, createArrivals } from './arrivals.ts'
import { createTickets } from './tickets.ts'

/** Seconds; older reports emit no event (link-protocol, Reports). */
const freshSeconds = 15 * 60
/** Seconds for which device logs are kept; a greater age is invented. */
const oldestSeconds = 365 * 86_400
/** Wrong proofs per hour, by serial and by address (rms-domain List 2, 6). */
const wrongProofs = { serial: 5, address: 30, duration: 3600 } as const

export interface PortDeps {
  db: Db
  pool: pg.Pool
  seal: Seal
  bus: Bus
  writer: ReportWriter
  actions: ActionListener
  presence: PresenceSettings
  presenceChanged: PresenceChanged
  newDevices: NewDevices
  /** True if nodes pass tunnels on to each other. */
  handsOn?: boolean
  takeUpload: DevicePort['takeUpload']
  /** Plans and faults of measurements for templates. */
  templates?: TemplatesOfDevices
  /** Content that devices fetch. */
  takeDownload: DevicePort['takeDownload']
  traffic: DevicePort['traffic']
}

export interface TemplatesOfDevices {
  /** Words of the settings; `has` is the checksum of the device's present plan. */
  words(
    deviceId: number,
    has: string | undefined,
    issue: (sha256: string, seconds: number) => Promise<string>,
  ): Promise<Record<string, string | number>>
  take: DevicePort['takePlans']
  /** Logs a measurement that failed on the device. */
  fault(deviceId: number, said: string): Promise<void>
}

interface EnrolLimits {
  /** Counts an attempt before its proof is checked; returns the refusal if there were too many. */
  attempt(serial: string, address: string): Promise<Refusal | undefined>
  /** Keeps the count if the attempt was a guess, otherwise reverts it. */
  settle(serial: string, address: string, guess: boolean): Promise<void>
}

function createEnrolLimits(pool: pg.Pool): EnrolLimits {
  const { duration } = wrongProofs
  const bySerial = createRateLimiter(pool, 'enrol-serial', { points: wrongProofs.serial, duration })
  const byAddress = createAddressLimiter(pool, 'enrol-address', { points: wrongProofs.address, duration })
  const wait = (state: RateLimiterRes): Refusal => ({
    code: linkCodes.tooManyAttempts,
    reason: linkReasons[linkCodes.tooManyAttempts],
    retry: Math.ceil(state.msBeforeNext / 1000),
  })
  // A stranger must not be able to lock a device out: attempts for a serial are counted per network.
  const keyOf = (serial: string, address: string) => `${serial} ${networkOf(address)}`
  return {
    async attempt(serial, address) {
      const wrong = await byAddress.get(address)
      if (wrong && wrong.consumedPoints >= wrongProofs.address) return wait(wrong)
      try {
        await bySerial.consume(keyOf(serial, address))
        return undefined
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return wait(reason)
        throw reason
      }
    },
    async settle(serial, address, guess) {
      if (guess) await byAddress.penalty(address)
      else await bySerial.reward(keyOf(serial, address), 1)
    },
  }
}

/** Publishes the outcome to the user who created the key. */
function publishProgress(bus: Bus, outcome: Bound | Refused): void {
  const { enrolmentKey } = outcome
  if (!enrolmentKey || enrolmentKey.userId === null) return
  const progress =
    'reason' in outcome
      ? ({ step: 'refused', device: null, reason: outcome.answer.reason } as const)
      : ({ step: 'enrolled', device: { id: outcome.deviceId, name: outcome.name }, reason: null } as const)
  bus.publish(enrolmentProgress, {
    userId: enrolmentKey.userId,
    progress: { enrolment_key_id: enrolmentKey.id, ...progress },
  })
}

interface Welcome {
  presence: Presence
  settings: Record<string, string | number>
}

export interface ServerPort extends DevicePort {
  /** True if a hello of the device is being handled and the driver has no link yet. */
  isArriving(deviceId: number): boolean
}

/** The server as drivers see it. */
export function createDevicePort(deps: PortDeps): ServerPort {
  const { db, bus } = deps
  const limits = createEnrolLimits(deps.pool)
  const arrivals = createArrivals(bus)

  async function publishState(deviceId: number): Promise<void> {
    const state = await findState(db, deviceId)
    if (state) bus.publish(deviceState, state)
  }

  const tickets = createTickets(db, deps.presence.node, deps.handsOn ?? false)

  const templateWords = async (deviceId: number, publicKey: string, has?: string) =>
    (await deps.templates?.words(deviceId, has, (sha256, seconds) =>
      tickets.issueFileTicket({ deviceId, publicKey, sha256, seconds }),
    )) ?? {}

  async function gone(presence: Presence, reason: string): Promise<void> {
    if (!(await leave(db, presence, reason, deps.presenceChanged))) return
    deps.actions.gone(presence.deviceId)
    await publishState(presence.deviceId)
  }

  /** Follow-ups after a device was stored as online. */
  async function welcome(
    { deviceId, publicKey, hello }: Arrival,
    arrived: Welcome,
    arriving: Arriving,
  ): Promise<Welcome | Refusal> {
    const { presence } = arrived
    deps.writer.relinked(deviceId, hello.boot)
    bus.publish(deviceLinked, { id: deviceId, epoch: presence.epoch })
    await publishState(deviceId)
    const words = () => templateWords(deviceId, publicKey, hello.templates)
    let settings = { ...arrived.settings, ...(await words()) }
    while (arriving.changed) {
      arriving.changed = false
      const found = await findLinkSettings(db, deviceId, deps.presence)
      settings = { ...(found ?? arrived.settings), ...(await words()) }
    }
    if (arriving.dropped) {
      await leave(db, presence, arriving.dropped.reason, deps.presenceChanged)
      return arriving.dropped
    }
    const { boot, agent, firmware, trial = false, apply } = hello
    deps.actions.hello({ deviceId, boot, agent, firmware, trial, apply })
    return { presence, settings }
  }

  return {
    ...tickets,
    takePlans: async (deviceId, sha256) => deps.templates?.take(deviceId, sha256),
    takeUpload: deps.takeUpload,
    takeDownload: deps.takeDownload,
    traffic: deps.traffic,

    identify: (deviceId, publicKey) => identify(db, deviceId, publicKey),

    async enrol(enrolment) {
      const { hello, address } = enrolment
      const refused = await limits.attempt(hello.serial, address)
      if (refused) {
        await this.attempt({
          ...refused,
          address,
          serial: hello.serial,
          mac: hello.mac,
          model: hello.model,
          firmware: hello.firmware,
        })
        return { ...refused, cause: refused }
      }
      let guess = false
      let outcome: Awaited<ReturnType<typeof enrol>>
      try {
        outcome = await enrol(db, deps.seal, enrolment, deps.newDevices)
        guess = 'reason' in outcome && outcome.guess
      } finally {
        await limits.settle(hello.serial, address, guess)
      }
      publishProgress(bus, outcome)
      if ('reason' in outcome) return { ...outcome.answer, cause: outcome.reason }
      if (outcome.replaced !== null) {
        const code = linkCodes.keyRenewed
        bus.publish(deviceDropped, { id: outcome.deviceId, code, reason: linkReasons[code] })
      }
      if (outcome.created) bus.publish(deviceAdded, { id: outcome.deviceId, name: outcome.name, ...outcome.created })
      return { deviceId: outcome.deviceId }
    },

    isArriving: arrivals.has,

    async hello(arrival) {
      const arriving = arrivals.start(arrival.deviceId)
      try {
        const outcome = await arrive(db, arrival, deps.presence, deps.presenceChanged, deps.newDevices.emit)
        if ('code' in outcome) return outcome
        try {
          return await welcome(arrival, outcome, arriving)
        } catch (error) {
          // If this fails as well, the next comparison of links corrects it.
          await gone(outcome.presence, text('devices.offline_unfinished')).catch(() => {})
          throw error
        }
      } finally {
        arrivals.end(arriving)
      }
    },

    async settings({ deviceId }, publicKey) {
      await takeSettings(db, deviceId)
      const settings = await findLinkSettings(db, deviceId, deps.presence)
      return settings && { ...settings, ...(await templateWords(deviceId, publicKey)) }
    },

    async report(presence, reports) {
      const { writer } = deps
      const reasons = await Promise.all(
        reports.map((report) =>
          'fault' in report ? writer.refuse(presence, report, report.fault) : writer.write(presence, report),
        ),
      )
      const refused = reasons.filter((reason) => reason !== undefined)
      await countRefused(db, presence.deviceId, refused)
      return refused
    },

    async refuse(presence, reason) {
      await requireCurrent(db, presence)
      await countRefused(db, presence.deviceId, [reason])
    },

    async event(presence, event) {
      await requireCurrent(db, presence)
      const { deviceId } = presence
      if (event.type === templateEvent) return deps.templates?.fault(deviceId, event.text)
      const device = await findPlaced(db, deviceId)
      if (!device) return
      const age = Math.min(event.age_s, oldestSeconds)
      await writeDeviceLogs(db, [
        {
          type: 'event',
          status: true,
          deviceId,
          company: device,
          serial: device.serial,
          log: `${event.type}: ${event.text}`,
          ...(age > freshSeconds ? { at: new Date(Date.now() - age * 1000) } : {}),
        },
      ])
    },

    result: (presence, result) => deps.actions.result(presence, result),

    gone,

    async attempt(attempt) {
      const device = attempt.deviceId === undefined ? undefined : await findPlaced(db, attempt.deviceId)
      await writeDeviceLogs(db, [
        {
          type: 'connection',
          status: attempt.code === linkCodes.ok,
          code: attempt.code,
          log: attempt.reason,
          deviceId: device ? (attempt.deviceId ?? null) : null,
          company: device ?? null,
          serial: attempt.serial ?? device?.serial ?? null,
          mac: attempt.mac ?? null,
          model: attempt.model ?? null,
          firmware: attempt.firmware ?? null,
          ip: attempt.address,
        },
      ])
    },
  }
}
