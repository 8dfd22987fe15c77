import { listRemoteAccess } from '@longreach/contract/remote/endpoints'
import type { Picker } from '../../registry/domain.ts'

export const picker: Picker = { list: listRemoteAccess, name: 'name' }
