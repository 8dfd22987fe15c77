import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { companyQuery } from '../company-queries.ts'

/** The company whose page is open, for its tabs; undefined until it is loaded. */
export function useCompanyPage() {
  const id = Number(useParams({ strict: false }).company_id)
  return useQuery({ ...companyQuery(id), enabled: Number.isInteger(id) && id > 0 }).data
}
