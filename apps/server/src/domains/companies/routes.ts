import { getCompany, listCompanies } from '@longreach/contract/companies/endpoints'
import { formatTime } from '@longreach/contract/time'
import { notFound } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import { findCompanies, findCompany } from './store.ts'

const present = <Row extends { created_at: Date }>(row: Row) => ({ ...row, created_at: formatTime(row.created_at) })

export function companyRoutes(): Route[] {
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
  ]
}
