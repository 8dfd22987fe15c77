import { listUsers } from '@longreach/contract/users/endpoints'
import type { Picker } from '../../registry/domain.ts'

export const picker: Picker = { list: listUsers, name: 'username', also: ['email'] }
