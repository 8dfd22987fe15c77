import type { FileType } from '@longreach/contract/files/constants'
import { listFiles } from '@longreach/contract/files/endpoints'
import type { Picker } from '../../registry/domain.ts'

/** Types of files that can be installed on devices. */
const types: FileType[] = ['firmware', 'global_firmware', 'config']

export const picker: Picker = {
  list: listFiles,
  name: 'name',
  also: ['device_model'],
  filter: { type: types.join() },
}
