import { type ActionStep, actionKinds } from '@longreach/contract/actions/kinds'
import { text } from '@longreach/contract/i18n'
import { keepCapability } from '@longreach/contract/link/commands'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Seal } from '../../seal.ts'
import { wasFetched } from '../actions/device-downloads.ts'
import { wasReceived } from '../actions/device-uploads.ts'
import { type ActionHandler, actionHandler, type CommandSource } from '../actions/kinds.ts'
import type { Moved } from '../actions/steps.ts'
import type { BlobStore } from '../files/blobs.ts'
import { noteApiCalls } from './call-log.ts'
import { recordRead } from './versions.ts'

interface Deps {
  db: Db
  blobs: BlobStore
  seal: Pick<Seal, 'mac'>
}

interface Content {
  blob_id: number
  sha256: string
  size: number
  reason: 'apply' | 'restore'
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
/** Without a confirmation: it stays once it is applied. */
const kept = confirmed
  .filter(({ verb }) => verb !== 'config-confirm')
  .map((step) =>
    step.verb === 'config-apply' ? { ...step, ends: 'answer', done: 'actions.config_stays' } : step,
  ) as unknown as Steps
const stays = (argument: string | null) => argument === '0'
const stepsOf = (argument: string | null): Steps => (stays(argument) ? kept : confirmed)
const verbOf = ({ arg }: { arg: string | null }, step: number) => stepsOf(arg)[step - 1]?.verb

/** Why a step that a device reports as done is not. */
async function stepFault(
  tx: Db,
  seal: Pick<Seal, 'mac'>,
  target: Pick<Moved, 'id' | 'device_id' | 'command_id' | 'arg'>,
  step: number,
) {
  const verb = verbOf(target, step)
  if (verb === 'fetch')
    return (await wasFetched(tx, target.id, target.command_id ?? '')) ? undefined : text('actions.firmware_not_fetched')
  if (verb === 'config-read')
    return (await wasReceived(tx, seal, target)) ? undefined : text('actions.config_not_received')
  return undefined
}

/** What a device has is read, and what it is to have applied. */
export const configHandlers = ({ db, blobs, seal }: Deps): ActionHandler[] => [
  actionHandler('read_configuration', {
    command: (target, _step, commands) => readCommand(target, commands),
    verify: async (tx, target) =>
      (await wasReceived(tx, seal, target)) ? undefined : text('actions.config_not_received'),
    received: (tx, upload) => recordRead(tx, blobs, upload, 'found'),
  }),
  actionHandler('configure', {
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
      // Before it is sent: the device knows it by this id from then on.
      await sql`UPDATE config_targets SET apply_id = ${target.command_id} WHERE target_id = ${target.id}`.execute(db)
      return { verb: 'config-apply', arg: `${content.sha256} ${target.arg}` }
    },
    async conclude(tx, target, next, observation) {
      if (observation.what === 'result') await noteApiCalls(tx, target.id, observation.text)
      const wrong = next.state === 'failed' ? undefined : await stepFault(tx, seal, target, target.step)
      return wrong === undefined ? next : { state: 'failed', message: wrong }
    },
    async received(tx, upload) {
      const { reason } = await findContent(tx, upload.target_id)
      await recordRead(tx, blobs, upload, reason)
    },
  }),
]
