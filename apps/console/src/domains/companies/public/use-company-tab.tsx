import '../texts.ts'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Search } from '../../../api/search.ts'
import { useStored } from '../../../api/user-storage.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { useCompanyPage } from './use-company-page.ts'

/** The company whose page contains a tab, and the limits of the lists there. */
export interface CompanyTab {
  id: number
  /** Filter of the lists. */
  limits: Search
  /** Switch left of the filters: whether subsidiaries are included. */
  tools: ReactNode
}

/** Undefined until the company is loaded. */
export function useCompanyTab(): CompanyTab | undefined {
  const { t } = useTranslation('companies')
  const company = useCompanyPage()
  const [stored, store] = useStored('company.subsidiaries')
  const id = company?.id
  const parent = company !== undefined && company.subsidiaries_count > 0
  const included = parent && stored === true
  const limits = useMemo((): Search => (included ? { within: String(id) } : { company_id: String(id) }), [included, id])
  if (id === undefined) return undefined
  return {
    id,
    limits,
    tools: parent ? (
      <Checkbox
        label={t('page.subsidiariesIncluded')}
        showLabel
        checked={included}
        onChange={() => store(included ? null : true)}
      />
    ) : null,
  }
}
