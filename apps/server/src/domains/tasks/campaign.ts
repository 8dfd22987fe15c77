import { text } from '@longreach/contract/i18n'
import { taskGroupContent } from '@longreach/contract/tasks/campaign-content'
import { sql } from 'kysely'
import { systemScope } from '../../db/scope.ts'
import type { Seal } from '../../seal.ts'
import type { ActionHandler } from '../actions/kinds.ts'
import { storeSecrets } from '../actions/secrets.ts'
import { excludeDevices, findChosen, startAction } from '../actions/start.ts'
import { readContent } from '../campaigns/content.ts'
import type { CampaignKind } from '../campaigns/hooks.ts'
import { selectionOfFilter } from '../devices/selection.ts'
import { checkRequests, type FindApis } from './check-requests.ts'
import { lockTaskFiles } from './files.ts'
import type { TaskGroupsInUse } from './hooks.ts'
import { planRun, readRun, secretNames, secretsAgain } from './run.ts'
import { findTagsOf, findTasksOf } from './store.ts'
import { requireGroup } from './tag-action.ts'

/** Task groups in waves. */
export const taskGroupCampaign = (
  handler: ActionHandler,
  seal: Pick<Seal, 'seal'>,
  findApis: FindApis,
): CampaignKind => ({
  kind: 'task_group',
  action: 'task_group',
  async prepare(call, request) {
    const { group_id, variables } = readContent(taskGroupContent, request)
    const { db, scope } = call
    const group = await requireGroup(call, group_id, 'content.group_id')
    const [tags, tasks] = [await findTagsOf(db, group.id), await findTasksOf(db, group.id)]
    const ids = tasks.flatMap(({ file_id }) => file_id ?? [])
    const { run, secrets } = planRun(group, { tasks, files: await lockTaskFiles(db, scope, ids), tags }, { variables })
    await checkRequests(db, findApis, run, secrets)
    const options = { keep_settings: true, downgrade: false, metered: true }
    return {
      arg: JSON.stringify(run),
      secret: secrets ? JSON.stringify(secrets) : null,
      fileId: null,
      fileName: group.name,
      version: null,
      size: 0,
      options,
    }
  },
  async choose(call, { arg }, { device_id, filter }) {
    const selection = filter && (await selectionOfFilter(call, filter))
    const { found, errors: missing } = await findChosen(call.db, call.scope, { device_id, filter: selection })
    const { devices, errors } = excludeDevices(found, { handler, arg, file: undefined })
    return { devices, errors: [...missing, ...errors] }
  },
  async check(call, { arg }) {
    await handler.sourceOf?.(call, arg)
  },
  async start(db, { arg, secret }, { scope, starter, deviceIds, hours, waits }) {
    const { found, errors: missing } = await findChosen(db, scope, { device_id: deviceIds })
    const { devices, errors: excluded } = excludeDevices(found, { handler, arg, file: undefined })
    const errors = [...missing, ...excluded]
    if (devices.length === 0) return { actionId: null, devices, errors }
    const { group_id: id, name } = readRun(arg)
    const started = await startAction(db, starter, devices, {
      handler,
      arg,
      source: { id, name },
      seconds: 0,
      waits,
      hours,
    })
    if (secret !== null) {
      const secrets = new Map(devices.map((device) => [device.id, secret]))
      await storeSecrets(db, seal, started.id, { secrets, listed: false, retained: true })
    }
    return { actionId: started.id, devices, errors }
  },
  failedCheck: () => 'completed',
  secrets: {
    names: (arg) => secretNames(readRun(arg)),
    async from(db, arg, given) {
      const run = readRun(arg)
      const secrets = secretsAgain(run, given)
      await checkRequests(db, findApis, run, secrets)
      return JSON.stringify(secrets)
    },
  },
})

export const groupsOfCampaigns: TaskGroupsInUse = async (db, ids) => {
  const { rows } = await sql<{ id: number; group: string; campaign: string }>`
    SELECT DISTINCT ON (g.id) g.id, g.name AS group, c.name AS campaign
    FROM task_groups g JOIN campaigns c ON c.ended_at IS NULL
      AND CASE WHEN c.kind = 'task_group' THEN (c.arg::jsonb ->> 'group_id')::bigint END = g.id
    WHERE g.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}
    ORDER BY g.id, c.id`.execute(db)
  return new Map(rows.map(({ id, group, campaign }) => [id, text('tasks.group_of_campaign', { group, campaign })]))
}
