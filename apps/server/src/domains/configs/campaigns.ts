import { type ConfigCall, configCalls } from '@longreach/contract/configs/calls'
import { configureContent, restoreContent } from '@longreach/contract/configs/campaign-content'
import { configLimits } from '@longreach/contract/configs/constants'
import { text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import { Problem } from '../../endpoint/problem.ts'
import { readContent } from '../campaigns/content.ts'
import type { Brought, CampaignKind, Chosen, WaveRun } from '../campaigns/hooks.ts'
import { type ApplyDeps, type Reason, startPlanned } from './apply.ts'
import { planBackup, requireBackup } from './backups/plan.ts'
import { type Planned, planRequest, type Reader } from './plan.ts'
import { requireTemplate, titleOf } from './tag-action.ts'
import { readCalls } from './templates.ts'

type Deps = Pick<ApplyDeps, 'blobs' | 'kinds' | 'seal'>
type Plan = (deps: Deps, call: Reader, brought: Brought, chosen: Chosen) => Promise<Planned>

/** Settings of a campaign, sealed like those of templates because they may contain secrets. */
interface Settings {
  calls: readonly ConfigCall[]
  csv: string | null
  min_firmware: string | null
  max_firmware: string | null
  metered: boolean
  seconds: number
}

interface Restore {
  file_id: number
  other_firmware: boolean
  metered: boolean
  seconds: number
}

const secondsOf = ({ seconds, metered }: { seconds?: number | undefined; metered: boolean }): number =>
  seconds ?? configLimits.seconds[metered ? 'metered' : 'default']

const readSettings = ({ secret }: Brought): Settings => {
  const { calls, ...settings } = JSON.parse(secret ?? '') as Settings
  return { ...settings, calls: configCalls.parse(calls) }
}
const readRestore = ({ arg }: Brought): Restore => JSON.parse(arg) as Restore

const planSettings: Plan = (deps, call, brought, chosen) => {
  const { calls, csv, min_firmware, max_firmware, metered } = readSettings(brought)
  return planRequest(deps, call, { ...chosen, calls, csv: csv ?? undefined, min_firmware, max_firmware, metered })
}

const planRestore: Plan = async (deps, call, brought, chosen) => {
  const { file_id, other_firmware, metered } = readRestore(brought)
  return planBackup(deps, call, await requireBackup(call, file_id, 'content.file_id'), {
    ...chosen,
    other_firmware,
    metered,
  })
}

/** All devices may be gone by the time their wave starts. */
async function planWave(plan: Promise<Planned>): Promise<Pick<Planned, 'changes' | 'errors'>> {
  try {
    return await plan
  } catch (error) {
    if (error instanceof Problem && error.errors.every(({ code }) => code === 'NOT_FOUND'))
      return { changes: [], errors: error.errors }
    throw error
  }
}

/** Shared by both kinds: each device gets its own content, planned when its wave starts. */
const planned = (
  findDeps: () => Deps,
  plan: Plan,
  { reason, secondsFor }: { reason: Reason; secondsFor: (brought: Brought) => number },
): Pick<CampaignKind, 'choose' | 'start' | 'failedCheck'> => ({
  async choose(call, brought, chosen) {
    const { changes, errors } = await plan(findDeps(), call, brought, chosen)
    return { devices: changes.map(({ device }) => device), errors }
  },
  async start(db: Db, brought, { scope, starter, deviceIds, hours, waits }: WaveRun) {
    const deps = findDeps()
    const chosen = { device_id: [...deviceIds] }
    const { changes, errors } = await planWave(plan(deps, { db, scope } as never, brought, chosen))
    const devices = changes.map(({ device }) => device)
    const seconds = secondsFor(brought)
    const actionId = await startPlanned(deps, db, starter, changes, { reason, seconds, hours, waits })
    return { actionId, devices, errors }
  },
  failedCheck({ step, message }) {
    if (message.includes('actions.config_undone')) return 'undone'
    if (step < 2) return 'fetched'
    return message.includes('actions.config_not_back') ? 'returned' : 'applied'
  },
})

/** Rolls out settings and templates in waves. */
export const configureCampaign = (findDeps: () => Deps): CampaignKind => ({
  kind: 'configure',
  action: 'configure',
  ...planned(findDeps, planSettings, { reason: 'apply', secondsFor: (brought) => readSettings(brought).seconds }),
  async prepare(call, request) {
    const { template_id, calls = [], csv = null, ...given } = readContent(configureContent, request)
    const template =
      template_id === undefined ? undefined : await requireTemplate(call, template_id, 'content.template_id')
    const { min_firmware = null, max_firmware = null } = template ?? {}
    const settings: Settings = {
      calls: template ? readCalls(findDeps().seal.open(template.sealed)) : calls,
      csv,
      min_firmware,
      max_firmware,
      metered: given.metered,
      seconds: secondsOf(given),
    }
    return {
      arg: '',
      secret: JSON.stringify(settings),
      fileId: null,
      fileName: template ? titleOf(template) : text('configs.settings', { count: calls.length }),
      version: null,
      size: 0,
      options: { keep_settings: true, downgrade: false, metered: given.metered, seconds: settings.seconds },
    }
  },
  check: async () => undefined,
})

/** Rolls out a backup in waves. */
export const restoreCampaign = (findDeps: () => Deps): CampaignKind => ({
  kind: 'restore',
  action: 'restore',
  ...planned(findDeps, planRestore, { reason: 'restore', secondsFor: (brought) => readRestore(brought).seconds }),
  async prepare(call, request) {
    const { file_id, other_firmware, ...given } = readContent(restoreContent, request)
    const backup = await requireBackup(call, file_id, 'content.file_id')
    const { metered } = given
    const restore: Restore = { file_id, other_firmware, metered, seconds: secondsOf(given) }
    return {
      arg: JSON.stringify(restore),
      secret: null,
      fileId: backup.id,
      fileName: backup.name,
      version: backup.version,
      size: 0,
      options: { keep_settings: true, downgrade: other_firmware, metered, seconds: restore.seconds },
    }
  },
  async check(call, brought) {
    await requireBackup(call, readRestore(brought).file_id, 'content.file_id')
  },
})
