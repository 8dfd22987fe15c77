import { listConfigTemplates } from '@longreach/contract/configs/endpoints'
import type { Picker } from '../../registry/domain.ts'

export const picker: Picker = {
  list: listConfigTemplates,
  name: 'name',
  also: ['version', 'min_firmware', 'max_firmware'],
}
