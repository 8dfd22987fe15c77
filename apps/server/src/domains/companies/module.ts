import { defineModule } from '../../module/module.ts'
import { namedObject } from '../../module/named.ts'
import { subsidiaries } from './blockers.ts'
import { companiesMoving, companyBlocker, companyDeleted } from './hooks.ts'
import { companyRoutes } from './routes.ts'
import { companyList } from './store.ts'
import { movedCompanies, renamedCompanies } from './undo.ts'

export const companiesModule = defineModule({
  name: 'companies',
  lists: [companyList],
  named: [namedObject('company', 'view_companies', companyList)],
  offers: [companyBlocker, companyDeleted, companiesMoving],
  hooks: () => [companyBlocker.use(subsidiaries)],
  undo: (_services, { handlers, followingTables }) => [
    renamedCompanies,
    movedCompanies({ moving: handlers(companiesMoving), followingTables }),
  ],
  routes: (_services, { handlers, followingTables }) =>
    companyRoutes({
      blockers: handlers(companyBlocker),
      deleted: handlers(companyDeleted),
      moving: handlers(companiesMoving),
      followingTables,
    }),
})
