import { type Text, text } from '@longreach/contract/i18n'
import type { StatusEvent } from '@longreach/contract/live'
import type { ConnectStep } from '@longreach/contract/remote/constants'
import { formatTime } from '@longreach/contract/time'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { LiveSession } from './live-session.ts'
import { explain, ReachError, targetText } from './reach.ts'

/** Checks the target's identity after it has answered; returns a line for the user if there is something to report. */
export type Greet = (session: LiveSession) => Promise<Text | undefined>

interface StepDeps {
  db: Db
  publish(event: StatusEvent): Promise<void>
}

/** Throws if the device is offline, or has never connected and is pending. */
async function checkDevice(db: Db, deviceId: number): Promise<undefined> {
  const device = await db
    .selectFrom('devices as d')
    .select(['d.status', 'd.status_since'])
    .where('d.id', '=', deviceId)
    .where('d.deleted_at', 'is', null)
    .where(systemScope('row resolved in scope before'))
    .executeTakeFirst()
  if (!device) throw new ReachError('device', text('remote.end_device_deleted'))
  if (device.status === 1) return
  if (device.status === 0 && device.status_since)
    throw new ReachError('device', text('remote.device_offline_since', { time: formatTime(device.status_since) }))
  throw new ReachError('device', text('remote.device_never_connected'))
}

/** Takes the steps to a target and publishes each; returns the failure of the step at which it stopped, if any. */
export async function walkToTarget(
  deps: StepDeps,
  session: LiveSession,
  greet: Greet,
): Promise<ReachError | undefined> {
  const target = targetText(session.target)
  const steps: { step: ConnectStep; value: Text; run: () => Promise<Text | undefined> }[] = [
    { step: 'device', value: text('remote.step_device'), run: () => checkDevice(deps.db, session.row.device_id) },
    { step: 'tunnel', value: text('remote.step_tunnel'), run: () => session.prepare() },
    {
      step: 'target',
      value: text('remote.step_target', { target }),
      run: async () => {
        const channel = await session.connect()
        channel.on('error', () => {}).destroy()
        return undefined
      },
    },
    ...(session.row.protocol === 'https'
      ? [{ step: 'tls' as const, value: text('remote.step_tls'), run: () => greet(session) }]
      : []),
  ]
  for (const [index, { step, value, run }] of steps.entries()) {
    const progress = { value: index, total: steps.length }
    await deps.publish({ status: 'running', value, progress, data: { step } })
    try {
      const note = await run()
      if (note) await deps.publish({ status: 'running', value: note, progress, data: { step } })
    } catch (error) {
      return explain(error, session.target)
    }
  }
  return undefined
}
