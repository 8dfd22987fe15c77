import { listFiles } from '@longreach/contract/files/endpoints'
import type { Picker } from '../../registry/domain.ts'

export const picker: Picker = { list: listFiles, name: 'name', also: 'device_model' }
