import './texts.ts'
import type { Company } from '@longreach/contract/companies/schemas'
import i18next from 'i18next'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'
import type { MovedCompany } from './parent-control.tsx'

const NewCompanyWindow = lazy(() =>
  import('./new-company-window.tsx').then((file) => ({ default: file.NewCompanyWindow })),
)
const EditCompanyWindow = lazy(() =>
  import('./edit-company-window.tsx').then((file) => ({ default: file.EditCompanyWindow })),
)

const MoveCompanyWindow = lazy(() =>
  import('./move-company-window.tsx').then((file) => ({ default: file.MoveCompanyWindow })),
)

const FlagsWindow = lazy(() => import('./flags-window.tsx').then((file) => ({ default: file.FlagsWindow })))

/** `parent` is preselected. */
export function openNewCompany(parent?: Pick<Company, 'id' | 'name'>): void {
  const title = i18next.t('companies:add')
  windows.open({
    id: 'company-new',
    title,
    width: 480,
    help: 'users.companies',
    content: <NewCompanyWindow parent={parent ?? null} />,
  })
}

export function openEditCompany(company: Pick<Company, 'id' | 'name'>): void {
  const title = i18next.t('companies:form.editTitle', { name: company.name })
  windows.open({
    id: `company-edit-${company.id}`,
    title,
    width: 480,
    help: 'users.companies',
    content: <EditCompanyWindow company={company} />,
  })
}

export function openMoveCompany(company: MovedCompany): void {
  const title = i18next.t('companies:move.title', { name: company.name })
  windows.open({
    id: `company-move-${company.id}`,
    title,
    width: 480,
    help: 'users.companies',
    content: <MoveCompanyWindow company={company} />,
  })
}

export function openCompanyFlags(company: Pick<Company, 'id' | 'name'>): void {
  const title = i18next.t('companies:flags.title', { name: company.name })
  windows.open({
    id: `company-flags-${company.id}`,
    title,
    width: 480,
    help: 'users.companies',
    content: <FlagsWindow company={company} />,
  })
}
