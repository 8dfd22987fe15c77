import { actionKinds } from '@longreach/contract/actions/kinds'
import { configLimits } from '@longreach/contract/configs/constants'
import { type Text, text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { notFound } from '../../endpoint/problem.ts'
import type { Call } from '../../endpoint/route.ts'
import type { TagAction } from '../tags/hooks.ts'
import { type ApplyDeps, startPlanned } from './apply.ts'
import { planRequest } from './plan.ts'
import { findUsable, readCalls, type StoredTemplate } from './templates.ts'

export async function requireTemplate(
  { db, scope }: Pick<Call, 'db' | 'scope'>,
  id: number,
  source = 'source_id',
): Promise<StoredTemplate> {
  const template = await findUsable(db, scope, id)
  if (!template) throw notFound(source)
  return template
}

export const titleOf = ({ name, version }: StoredTemplate): string => (version === null ? name : `${name} ${version}`)

/** Applies a template to devices when they get a tag, but not to metered ones: a tag does not cause traffic costs. */
export const templateTagAction = (
  permission: TagAction['permission'],
  findDeps: () => Pick<ApplyDeps, 'blobs' | 'kinds' | 'seal'>,
): TagAction => ({
  action: 'execute_mulficonfig_template',
  permission,
  source: 'config_template',
  filter: { kind: 'template' },
  nameOf: async (call, id) => titleOf(await requireTemplate(call, id)),
  async start(db, { sourceId, scope, starter, deviceIds, cause }) {
    const deps = findDeps()
    const { sealed, min_firmware, max_firmware } = await requireTemplate({ db, scope }, sourceId)
    const { changes, errors } = await planRequest(deps, { db, scope } as never, {
      device_id: [...deviceIds],
      metered: false,
      calls: readCalls(deps.seal.open(sealed)),
      min_firmware,
      max_firmware,
    })
    const refused = new Map(errors.map(({ source, message }) => [Number(source), message as Text]))
    const seconds = configLimits.seconds.default
    const id = await startPlanned(deps, db, starter, changes, { reason: 'apply', seconds, cause })
    if (id === null) return { action: null, refused }
    return { action: { id, title: text(actionKinds.configure.title) }, refused }
  },
})

/** Name of the tag that applies a template; undefined if there is none. */
export async function findTagOf(db: Db, templateId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT t.name FROM tag_actions a JOIN tags t ON t.id = a.tag_id
    WHERE a.action = 'execute_mulficonfig_template' AND a.source_id = ${templateId}
      AND ${systemScope('row resolved in scope before')} ORDER BY t.id LIMIT 1`.execute(db)
  return rows[0]?.name
}
