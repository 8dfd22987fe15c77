import { defineModule } from '../../module/module.ts'
import { namedObject } from '../../module/named.ts'
import { subsidiaries } from './blockers.ts'
import { companiesDemo } from './demo.ts'
import { companiesLosing, companiesMoving, companyBlocker, companyDeleted } from './hooks.ts'
import { companyRoutes } from './routes.ts'
import { companyList } from './store.ts'
import { movedCompanies, renamedCompanies } from './undo.ts'

export const companiesModule = defineModule({
  name: 'companies',
  lists: [companyList],
  named: [namedObject('company', 'view_companies', companyList)],
  offers: [companyBlocker, companyDeleted, companiesMoving, companiesLosing],
  hooks: () => [companyBlocker.use(subsidiaries)],
  undo: (_services, { handlers, followingTables }) => [
    renamedCompanies,
    movedCompanies({ moving: handlers(companiesMoving), followingTables }),
  ],
  routes: (_services, { handlers, followingTables }) =>
    companyRoutes({
      blockers: handlers(companyBlocker),
      deleted: handlers(companyDeleted),
      losing: handlers(companiesLosing),
      moving: handlers(companiesMoving),
      followingTables,
    }),
  demo: companiesDemo,
})
