import { IconBuilding } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

declare module '../../registry/domain.ts' {
  interface Places {
    /** Buttons in the head of the list and of the tree. */
    'companies.actions': object
  }
}

export const companies = defineDomain({
  name: 'companies',
  labels,
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/companies',
      permissions: ['view_companies'],
      menu: { group: 'administration', item: 'companies', label: 'companies:menu.companies', icon: IconBuilding },
      help: 'users.companies',
      places: ['companies.actions'],
      page: () => import('./companies-page.tsx').then((file) => file.CompaniesPage),
    },
    {
      path: '/companies/tree',
      permissions: ['view_companies'],
      under: 'companies',
      help: 'users.companies',
      places: ['companies.actions'],
      page: () => import('./tree-page.tsx').then((file) => file.TreePage),
    },
    {
      path: '/companies/$company_id',
      name: 'company.info',
      permissions: ['view_companies'],
      under: 'companies',
      help: 'company.info',
      tabs: 'company',
      page: () => import('./company-page.tsx').then((file) => file.CompanyPage),
      noTabs: () => import('./no-tabs.tsx').then((file) => file.NoTabs),
    },
  ],
  parts: [{ at: 'shell.context', load: () => import('./context-switcher.tsx').then((file) => file.ContextSwitcher) }],
  forms: {
    names: ['newCompany', 'editCompany', 'moveCompany', 'companyFlags'],
    load: () => import('./form-pages.tsx'),
  },
  pickers: { company: () => import('./picker.ts') },
  search: () => import('./search.ts'),
  account: [
    {
      label: 'companies:account',
      icon: IconBuilding,
      // The owner of the installation is not in any list.
      shown: (user) => user.permissions.includes('view_companies') && user.company.id > 0,
      open: (user, goTo) => goTo(`/companies/${user.company.id}`),
    },
  ],
})
