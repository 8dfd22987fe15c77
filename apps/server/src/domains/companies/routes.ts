import {
  createCompany,
  deleteCompany,
  exportCompanies,
  getCompany,
  getMoveLosses,
  listCompanies,
  listCompanyTree,
  moveCompany,
  updateCompany,
  updateCompanyFlags,
} from '@longreach/contract/companies/endpoints'
import type { SubtreeHealth } from '@longreach/contract/companies/schemas'
import { formatTime } from '@longreach/contract/time'
import { byIds, exportRoute } from '../../endpoint/csv-export.ts'
import { notFound } from '../../endpoint/problem.ts'
import { type Route, route } from '../../endpoint/route.ts'
import { countBelow, findAncestors } from './around.ts'
import { type CompanyBlocker, checkBlockers } from './blockers.ts'
import { checkName, insertCompany, lockCompany, lockParent, removeCompany, renameCompany } from './change.ts'
import { changedFlags, readFlags, writeFlags } from './flags.ts'
import { readHealth } from './health.ts'
import type { CompaniesLosing, CompaniesMoving, CompanyDeleted, MoveLosses } from './hooks.ts'
import { findSubtree, moveUnder } from './move.ts'
import { type Node, placementOf } from './place.ts'
import { findCompanies, findCompany, findCompanyIds, findPlacement } from './store.ts'
import { findChildren, searchTree } from './tree.ts'
import { companyMoved, companyRenamed } from './undo.ts'

export interface CompanyDeps {
  blockers: readonly CompanyBlocker[]
  deleted: readonly CompanyDeleted[]
  losing: readonly CompaniesLosing[]
  moving: readonly CompaniesMoving[]
  followingTables: readonly string[]
}

const present = <Row extends { created_at: Date }>(row: Row) => ({ ...row, created_at: formatTime(row.created_at) })

export function companyRoutes({ blockers, deleted, losing, ...moves }: CompanyDeps): Route[] {
  return [
    route(listCompanies, async ({ db, scope, query }) => {
      const { page, total } = await findCompanies(db, scope, query)
      return { data: page.map(present), meta: { total } }
    }),
    exportRoute(exportCompanies, ({ db, scope, query }) =>
      byIds(
        (most) => findCompanyIds(db, scope, query, most),
        async (id) => (await findCompanies(db, scope, { id, limit: id.length, offset: 0 })).page.map(present),
      ),
    ),
    route(getCompany, async ({ db, scope, params }) => {
      const company = await findCompany(db, scope, params.id)
      if (!company) throw notFound()
      const [ancestors, below, flags, health] = await Promise.all([
        findAncestors(db, scope, company.id),
        countBelow(db, scope, company.id),
        readFlags(db, company.id),
        readHealth(db, scope, [company.id]),
      ])
      return { data: { ...present(company), ancestors, below, flags, health: health.get(company.id) as SubtreeHealth } }
    }),
    route(listCompanyTree, async ({ db, session, query }) => {
      const { page, total } = await (query.q ? searchTree : findChildren)(db, session, query)
      return { data: page, meta: { total } }
    }),
    route(createCompany, async ({ db, session, body, audit, emit }) => {
      const parent = await lockParent(db, session, body.parent_id, 'parent_id')
      await checkName(db, parent.id, body.name)
      const company = await insertCompany(db, parent, body.name)
      audit({ target: 'company', targetId: company.id, company: placementOf(company), after: body })
      emit({ type: 'company.created', data: { company_id: company.id } })
      return { data: { id: company.id } }
    }),
    route(updateCompany, async ({ db, scope, params, body, audit, emit, undoable }) => {
      const company = await lockCompany(db, scope, params.id)
      if (!company) throw notFound()
      await checkName(db, company.parent_id, body.name, company.id)
      await renameCompany(db, company.id, body.name)
      audit({
        target: 'company',
        targetId: company.id,
        company: placementOf(company),
        before: { name: company.name },
        after: body,
      })
      undoable(companyRenamed({ id: company.id, from: company.name, to: body.name }))
      emit({ type: 'company.changed', data: { company_id: company.id } })
      return { data: {} }
    }),
    route(moveCompany, async ({ db, scope, session, body, audit, emit, undoable }) => {
      const { company, target, places, lost } = await moveUnder({ db, scope, session }, body, moves)
      const change = {
        name: company.name,
        mentions: { company: { kind: 'company', id: target.id, name: target.name } },
        before: { parent_id: company.parent_id },
        after: { parent_id: target.id },
      }
      // Visible to the companies above the old position and above the new one.
      for (const place of [company, places[0] as Node]) {
        audit({ target: 'company', targetId: company.id, company: placementOf(place), ...change })
      }
      undoable(companyMoved({ id: company.id, from: company.parent_id ?? 0, to: target.id }), ...lost)
      emit({ type: 'company.moved', data: { company_id: company.id, from_parent_id: company.parent_id } })
      return { data: {} }
    }),
    route(getMoveLosses, async ({ db, scope, params }) => {
      const company = await findPlacement(db, scope, params.id)
      if (!company) throw notFound()
      const target = params.target === 0 ? null : await findPlacement(db, scope, params.target)
      if (!target && params.target !== 0) throw notFound('target')
      const above = target ? [target.company_id, target.l1_id, target.l2_id].filter((id) => id !== null) : []
      const companyIds = await findSubtree(db, scope, params.id)
      const losses = await Promise.all(losing.map((count) => count(db, { companyIds, above })))
      const sum = (name: keyof MoveLosses) => losses.reduce((total, one) => total + (one[name] ?? 0), 0)
      return {
        data: {
          tags: sum('tags'),
          devices: sum('devices'),
          templates: sum('templates'),
          template_devices: sum('template_devices'),
        },
      }
    }),
    route(updateCompanyFlags, async ({ db, scope, params, body, audit, emit }) => {
      const company = await lockCompany(db, scope, params.id)
      if (!company) throw notFound()
      const before = await readFlags(db, company.id)
      const after = changedFlags(before, body)
      await writeFlags(db, company.id, after)
      audit({
        target: 'company',
        targetId: company.id,
        name: company.name,
        company: placementOf(company),
        before,
        after,
      })
      emit({ type: 'company.changed', data: { company_id: company.id } })
      return { data: after }
    }),
    route(deleteCompany, async ({ db, scope, params, audit, emit }) => {
      const company = await lockCompany(db, scope, params.id)
      if (!company) throw notFound()
      await checkBlockers(db, blockers, company.id)
      for (const handle of deleted) await handle(db, company.id)
      await removeCompany(db, company.id)
      audit({
        target: 'company',
        targetId: company.id,
        company: placementOf(company),
        before: { name: company.name, parent_id: company.parent_id },
      })
      emit({ type: 'company.deleted', data: { company_id: company.id, name: company.name } })
      return { data: {} }
    }),
  ]
}
