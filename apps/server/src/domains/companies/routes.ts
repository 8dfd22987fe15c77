import {
  createCompany,
  deleteCompany,
  getCompany,
  listCompanies,
  moveCompany,
  updateCompany,
} from '@longreach/contract/companies/endpoints'
import { formatTime } from '@longreach/contract/time'
import { notFound } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import { checkName, insertCompany, lockCompany, lockParent, removeCompany, renameCompany } from './change.ts'
import { lockBelow, lockMoves, placesAfterMove, writePlaces } from './move.ts'
import { type Node, placementOf } from './place.ts'
import { findCompanies, findCompany } from './store.ts'
import { type CompanyPurger, type CompanyTie, checkTies } from './ties.ts'

export interface CompanyDeps {
  ties: readonly CompanyTie[]
  purgers: readonly CompanyPurger[]
}

const present = <Row extends { created_at: Date }>(row: Row) => ({ ...row, created_at: formatTime(row.created_at) })

export function companyRoutes({ ties, purgers }: CompanyDeps): Route[] {
  return [
    route(listCompanies, async ({ db, scope, query }) => {
      const { page, total } = await findCompanies(db, scope, query)
      return { data: page.map(present), meta: { total } }
    }),
    route(getCompany, async ({ db, scope, params }) => {
      const company = await findCompany(db, scope, params.id)
      if (!company) throw notFound()
      return { data: present(company) }
    }),
    route(createCompany, async ({ db, session, body, audit }) => {
      const parent = await lockParent(db, session, body.parent_id, 'parent_id')
      await checkName(db, parent.id, body.name)
      const company = await insertCompany(db, parent, body.name)
      audit({ target: 'company', targetId: company.id, company: placementOf(company), after: body })
      return { data: { id: company.id } }
    }),
    route(updateCompany, async ({ db, scope, params, body, audit }) => {
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
      return { data: {} }
    }),
    route(moveCompany, async ({ db, scope, session, body, audit }) => {
      await lockMoves(db)
      const company = await lockCompany(db, scope, body.source)
      if (!company) throw notFound('source')
      const below = await lockBelow(db, company.id)
      const target = await lockParent(db, session, body.target, 'target')
      const places = placesAfterMove(company, below, target)
      await checkName(db, target.id, company.name)
      await writePlaces(db, company.id, target.id, places)
      const change = { before: { parent_id: company.parent_id }, after: { parent_id: target.id } }
      // Those above the old place and those above the new one both see it.
      for (const place of [company, places[0] as Node]) {
        audit({ target: 'company', targetId: company.id, company: placementOf(place), ...change })
      }
      return { data: {} }
    }),
    route(deleteCompany, async ({ db, scope, params, audit }) => {
      const company = await lockCompany(db, scope, params.id)
      if (!company) throw notFound()
      await checkTies(db, ties, company.id)
      for (const purge of purgers) await purge(db, company.id)
      await removeCompany(db, company.id)
      audit({
        target: 'company',
        targetId: company.id,
        company: placementOf(company),
        before: { name: company.name, parent_id: company.parent_id },
      })
      return { data: {} }
    }),
  ]
}
