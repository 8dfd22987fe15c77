import { listTags } from '@longreach/contract/tags/endpoints'
import type { Picker } from '../../registry/domain.ts'

export const picker: Picker = { list: listTags, name: 'name' }
