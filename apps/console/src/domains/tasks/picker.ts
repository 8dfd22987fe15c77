import { listTaskGroups } from '@longreach/contract/tasks/endpoints'
import type { Picker } from '../../registry/domain.ts'

export const picker: Picker = { list: listTaskGroups, name: 'name' }
