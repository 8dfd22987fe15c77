import './texts.ts'
import { Loaded } from '../../forms/loaded.tsx'
import type { PageProps } from '../../forms/registry.ts'
import { EditCompanyWindow } from './edit-company-window.tsx'
import { FlagsWindow } from './flags-window.tsx'
import { MoveCompanyWindow } from './move-company-window.tsx'
import { NewCompanyWindow } from './new-company-window.tsx'
import { companyQuery } from './queries.ts'

/** Forms about companies as pages; the id is the company, of a new one the parent. */
export const pages = {
  newCompany: ({ id }: PageProps) =>
    id === undefined ? (
      <NewCompanyWindow parent={null} />
    ) : (
      <Loaded query={companyQuery(Number(id))}>{(parent) => <NewCompanyWindow parent={parent} />}</Loaded>
    ),
  editCompany: ({ id }: PageProps) => (
    <Loaded query={companyQuery(Number(id))}>{(company) => <EditCompanyWindow company={company} />}</Loaded>
  ),
  moveCompany: ({ id }: PageProps) => (
    <Loaded query={companyQuery(Number(id))}>{(company) => <MoveCompanyWindow company={company} />}</Loaded>
  ),
  companyFlags: ({ id }: PageProps) => (
    <Loaded query={companyQuery(Number(id))}>{(company) => <FlagsWindow company={company} />}</Loaded>
  ),
}
