import './texts.ts'
import { createCompany, moveCompany, updateCompany, updateCompanyFlags } from '@longreach/contract/companies/endpoints'
import { companyFlagsForm, editCompanyForm, moveCompanyForm, newCompanyForm } from '@longreach/contract/companies/forms'
import { Loaded } from '../../forms/loaded.tsx'
import type { FormPage } from '../../registry/domain.ts'
import { companyQuery } from './company-queries.ts'
import { EditCompanyWindow } from './edit-company-window.tsx'
import { FlagsWindow } from './flags-window.tsx'
import { MoveCompanyWindow } from './move-company-window.tsx'
import { NewCompanyWindow } from './new-company-window.tsx'

/** Forms about companies as pages; the id is that of the company, or of the parent for a new company. */
export const pages: readonly FormPage[] = [
  {
    form: newCompanyForm,
    call: createCompany,
    Page: ({ id }) =>
      id === undefined ? (
        <NewCompanyWindow parent={null} />
      ) : (
        <Loaded query={companyQuery(Number(id))}>{(parent) => <NewCompanyWindow parent={parent} />}</Loaded>
      ),
  },
  {
    form: editCompanyForm,
    call: updateCompany,
    needsId: true,
    Page: ({ id }) => (
      <Loaded query={companyQuery(Number(id))}>{(company) => <EditCompanyWindow company={company} />}</Loaded>
    ),
  },
  {
    form: moveCompanyForm,
    call: moveCompany,
    Page: ({ id }) =>
      id === undefined ? (
        <MoveCompanyWindow company={null} />
      ) : (
        <Loaded query={companyQuery(Number(id))}>{(company) => <MoveCompanyWindow company={company} />}</Loaded>
      ),
  },
  {
    form: companyFlagsForm,
    call: updateCompanyFlags,
    needsId: true,
    Page: ({ id }) => (
      <Loaded query={companyQuery(Number(id))}>{(company) => <FlagsWindow company={company} />}</Loaded>
    ),
  },
]
