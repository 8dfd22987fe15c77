import { type ActionStep, actionKinds } from '@longreach/contract/actions/kinds'
import { type Text, text } from '@longreach/contract/i18n'
import { keepCapability } from '@longreach/contract/link/commands'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Emit } from '../../events/emit.ts'
import { wasDown } from '../../nodes/downtimes.ts'
import { wasFetched } from '../actions/device-files/downloads.ts'
import { wasReceived } from '../actions/device-files/uploads.ts'
import { type ActionHandler, actionHandler, type CommandSource, type Concluded } from '../actions/kinds.ts'
import type { NextState } from '../actions/next-state.ts'
import type { Moved } from '../actions/steps.ts'
import type { BlobStore } from '../files/blobs.ts'
import { noteApiCalls } from './api/call-log.ts'
import type { Reason } from './apply.ts'
import { retryReads } from './drift-reads.ts'
import { endFirstReads } from './first-reads.ts'
import { recordRead } from './versions.ts'

interface Deps {
  db: Db
  blobs: BlobStore
  emit: Emit
}

interface Content {
  blob_id: number
  sha256: string
  size: number
  reason: Reason
  apply_id: string | null
}

async function findContent(db: Db, targetId: number): Promise<Content> {
  const { rows } = await sql<Content>`
    SELECT blob_id, sha256, size, reason, apply_id FROM config_targets WHERE target_id = ${targetId}`.execute(db)
  const [content] = rows
  if (!content) throw new Error(`No configuration is stored for target ${targetId}`)
  return content
}

type Target = Pick<Moved, 'id' | 'device_id' | 'command_id'>

const readCommand = async (target: Target, { offerUpload }: CommandSource) =>
  ({ verb: 'config-read', arg: `${await offerUpload(target)} all` }) as const

type Steps = readonly [ActionStep, ...ActionStep[]]

const confirmed: Steps = actionKinds.configure.steps
/** Steps without a confirmation: the change stays once it is applied. */
const kept = confirmed
  .filter(({ verb }) => verb !== 'config-confirm')
  .map((step) =>
    step.verb === 'config-apply' ? { ...step, ends: 'answer', done: 'actions.config_stays' } : step,
  ) as unknown as Steps
const stays = (argument: string | null) => argument === '0'
const stepsOf = (argument: string | null): Steps => (stays(argument) ? kept : confirmed)
const verbOf = ({ arg }: { arg: string | null }, step: number) => stepsOf(arg)[step - 1]?.verb

/** Text for a change that stays if its device has not been heard of since: it may no longer connect to this server. */
const unheardOf = (arg: string | null, step: number): Text =>
  verbOf({ arg }, step) === 'config-read' ? text('actions.config_unheard') : text('actions.config_unheard_sent')

function endUnheard({ arg, step }: Concluded): NextState {
  const message = unheardOf(arg, step)
  return { state: verbOf({ arg }, step) === 'config-read' ? 'done' : 'failed', message }
}

/** Seconds by which a device may apply a change, and report its outcome, later than planned. */
const slack = 60

/**
 * True if a device took a change back while no device could connect. That shows nothing about the change, so it is sent
 * again.
 */
async function takenBackWithoutServer(tx: Db, { arg, step, waited }: Concluded, { message }: NextState) {
  if (!message.includes('actions.config_undone')) return false
  const seconds = Number(arg)
  const before = verbOf({ arg }, step) === 'config-apply' ? 0 : seconds
  return wasDown(tx, { from: waited + before, to: Math.max(0, waited - seconds - slack) })
}

/** Packages that uci on the device could not read, in its answer to `config-read`. */
const unreadOf = (answer: string): string | undefined =>
  /^\d+ bytes; not readable: ([A-Za-z0-9_-]+(?:, [A-Za-z0-9_-]+)*)/.exec(answer)?.[1]

/** Actions that read the configuration of devices and apply another one. */
export function configHandlers(deps: Deps): ActionHandler[] {
  const { db } = deps
  /** Reason why a step is not done although the device reports it as done. */
  async function findMissing(tx: Db, target: Concluded): Promise<Text | undefined> {
    const verb = verbOf(target, target.step)
    if (verb === 'fetch')
      return (await wasFetched(tx, target.id, target.command_id ?? ''))
        ? undefined
        : text('actions.firmware_not_fetched')
    if (verb === 'config-read') return (await wasReceived(tx, target)) ? undefined : text('actions.config_not_received')
    return undefined
  }
  const applies: Omit<ActionHandler, 'name' | 'kind'> = {
    stepsOf,
    obstacle: ({ name, caps }, argument) =>
      stays(argument) && !caps.includes(keepCapability)
        ? { code: 'UNSUPPORTED', message: text('configs.agent_cannot_keep', { name }) }
        : undefined,
    async command(target, step, commands) {
      const verb = verbOf(target, step)
      if (verb === 'config-read') return readCommand(target, commands)
      const content = await findContent(db, target.id)
      if (verb === 'fetch') {
        const { blob_id: blobId, size, sha256 } = content
        return { verb: 'fetch', arg: `${await commands.offerDownload(target, { blobId, size })} ${sha256} ${size}` }
      }
      if (verb === 'config-confirm') return { verb, arg: content.apply_id ?? '' }
      // Stored before sending: from then on the device knows the change by this id.
      await sql`UPDATE config_targets SET apply_id = ${target.command_id} WHERE target_id = ${target.id}`.execute(db)
      return { verb: 'config-apply', arg: `${content.sha256} ${target.arg}` }
    },
    patientWith: ['0'],
    unheard: (argument, step) => (stays(argument) ? unheardOf(argument, step) : undefined),
    async conclude(tx, target, next, observation) {
      if (observation.what === 'result') await noteApiCalls(tx, target.id, observation.text)
      if (observation.what === 'overdue' && !observation.online && stays(target.arg)) return endUnheard(target)
      if (next.state === 'failed')
        return (await takenBackWithoutServer(tx, target, next))
          ? { state: 'queued', message: text('actions.config_server_down') }
          : next
      const message = await findMissing(tx, target)
      return message === undefined ? next : { state: 'failed', message }
    },
    async received(tx, upload) {
      const { reason } = await findContent(tx, upload.target_id)
      await recordRead(tx, deps, upload, reason)
    },
  }
  return [
    actionHandler('read_configuration', {
      command: (target, _step, commands) => readCommand(target, commands),
      async conclude(tx, target, next, observation) {
        if (next.state !== 'done') return next
        if (!(await wasReceived(tx, target))) return { state: 'failed', message: text('actions.config_not_received') }
        const names = observation.what === 'result' ? unreadOf(observation.text) : undefined
        return names === undefined ? next : { ...next, message: text('actions.config_read_partly', { names }) }
      },
      received: (tx, upload) => recordRead(tx, deps, upload, 'found'),
      ended: async (tx, targets) => {
        await retryReads(tx, targets)
        await endFirstReads(tx, targets)
      },
    }),
    actionHandler('configure', applies),
    actionHandler('restore', applies),
    actionHandler('roll_back', applies),
  ]
}
