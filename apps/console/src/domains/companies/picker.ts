import { listCompanies } from '@longreach/contract/companies/endpoints'
import type { Picker } from '../../registry/domain.ts'

export const picker: Picker = { list: listCompanies, name: 'name' }
