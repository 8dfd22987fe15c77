import { listRoles } from '@longreach/contract/roles/endpoints'
import type { Picker } from '../../registry/domain.ts'

export const picker: Picker = { list: listRoles, name: 'title' }
