import { listTasks } from '@longreach/contract/tasks/endpoints'
import type { Picker } from '../../registry/domain.ts'

export const picker: Picker = { list: listTasks, name: 'name', also: ['group_name'] }
