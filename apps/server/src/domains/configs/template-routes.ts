import { configLimits } from '@longreach/contract/configs/constants'
import {
  createConfigTemplate,
  deleteConfigTemplate,
  getConfigTemplate,
  listConfigTemplates,
  previewConfigTemplate,
  updateConfigTemplate,
  useConfigTemplate,
} from '@longreach/contract/configs/endpoints'
import { text } from '@longreach/contract/i18n'
import { DatabaseError } from 'pg'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import type { Seal } from '../../seal.ts'
import { findPlacement } from '../companies/store.ts'
import { findSecretNames } from './api/calls.ts'
import { type ApplyDeps, applyPlanned } from './apply.ts'
import { planRequest, presentPlan } from './plan.ts'
import { findTagOf } from './tag-action.ts'
import {
  changeTemplate,
  checkVersion,
  countTemplates,
  factsOfCalls,
  findUsable,
  hideSecrets,
  keepSecrets,
  lockTemplate,
  presentTemplate,
  readCalls,
  removeTemplate,
  type StoredTemplate,
  templateList,
} from './templates.ts'

/** Values of a template for the audit log: never its calls. */
const auditOf = ({ name, version, shared }: Pick<StoredTemplate, 'name' | 'version' | 'shared'>) => ({
  name,
  version,
  shared,
})

/** Rejects with a message for the form if the name and version are in use. */
async function named<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'config_templates_name')
      throw new Problem('CONFLICT', { source: 'name', message: text('configs.name_taken') })
    throw error
  }
}

async function requireUsable({ db, scope, params }: Pick<Call, 'db' | 'scope'> & { params: { id: number } }) {
  const template = await findUsable(db, scope, params.id)
  if (!template) throw notFound()
  return template
}

function changeRoutes(seal: Pick<Seal, 'seal' | 'open'>): Route[] {
  return [
    route(createConfigTemplate, async ({ db, scope, session, body, audit }) => {
      const company = await findPlacement(db, scope, body.company_id)
      if (!company) throw notFound('company_id')
      const { template, kind, name, version = null, shared = false } = body
      checkVersion(kind, version)
      if ((await countTemplates(db, company)) >= configLimits.templates)
        throw new Problem('CONFLICT', {
          source: 'company_id',
          message: text('configs.too_many_templates', { count: configLimits.templates }),
        })
      const { firmware = null, min_firmware = null, max_firmware = null } = body
      const values = { kind, name, version, firmware, min_firmware, max_firmware, shared }
      const { id } = await named(
        db
          .insertInto('config_templates')
          .values({
            ...values,
            ...factsOfCalls(template),
            sealed: seal.seal(JSON.stringify(template)),
            company_id: company.company_id,
            user_id: session.userId,
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      audit({ target: 'config_template', targetId: id, company, after: auditOf(values) })
      return { data: { id } }
    }),
    route(updateConfigTemplate, async ({ db, scope, params, body, audit }) => {
      const before = await lockTemplate(db, scope, params.id)
      if (!before) throw notFound()
      const { template, ...fields } = body
      const after = { ...before, ...(fields as Partial<StoredTemplate>) }
      checkVersion(after.kind, after.version)
      const calls = template && keepSecrets(template, readCalls(seal.open(before.sealed)), await findSecretNames(db))
      await named(
        changeTemplate(db, after, calls && { ...factsOfCalls(calls), sealed: seal.seal(JSON.stringify(calls)) }),
      )
      audit({
        target: 'config_template',
        targetId: before.id,
        company: before,
        before: auditOf(before),
        after: { ...auditOf(after), ...(calls && { calls: calls.length }) },
      })
      return { data: {} }
    }),
    route(deleteConfigTemplate, async ({ db, scope, params, audit }) => {
      const template = await lockTemplate(db, scope, params.id)
      if (!template) throw notFound()
      const tag = await findTagOf(db, template.id)
      if (tag !== undefined)
        throw new Problem('CONFLICT', { message: text('configs.template_of_tag', { name: template.name, tag }) })
      await removeTemplate(db, template.id)
      audit({ target: 'config_template', targetId: template.id, company: template, before: auditOf(template) })
      return { data: {} }
    }),
  ]
}

export function templateRoutes(deps: ApplyDeps): Route[] {
  const { seal } = deps
  const callsOf = ({ sealed }: StoredTemplate) => readCalls(seal.open(sealed))
  return [
    route(listConfigTemplates, async ({ db, scope, query }) => {
      const { page, ...meta } = await templateList.page(db, scope, query)
      return { data: page.map(presentTemplate), meta }
    }),
    route(getConfigTemplate, async (call) => {
      const template = await requireUsable(call)
      const row = await templateList.find(call.db, call.scope, template.id)
      if (!row) throw notFound()
      return {
        data: { ...presentTemplate(row), template: hideSecrets(callsOf(template), await findSecretNames(call.db)) },
      }
    }),
    ...changeRoutes(seal),
    route(previewConfigTemplate, async (call) => {
      const template = await requireUsable(call)
      const calls = callsOf(template)
      const { min_firmware, max_firmware } = template
      const planned = await planRequest(deps, call as never, { ...call.body, calls, min_firmware, max_firmware })
      return { data: presentPlan(planned, calls) }
    }),
    route(useConfigTemplate, async (call) => {
      const template = await requireUsable(call)
      const { min_firmware, max_firmware } = template
      const { seconds, expires_in, ...request } = call.body
      const planned = await planRequest(deps, call as never, {
        ...request,
        calls: callsOf(template),
        min_firmware,
        max_firmware,
      })
      return applyPlanned(deps, call as never, planned, { reason: 'apply', seconds, expires_in })
    }),
  ]
}
