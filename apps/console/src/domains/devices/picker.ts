import { listDevices } from '@longreach/contract/devices/endpoints'
import type { Picker } from '../../registry/domain.ts'

export const picker: Picker = {
  list: listDevices,
  name: 'name',
  also: ['model', 'serial', 'description'],
  // The description that a device gets when it is added.
  repeats: /^s\/n \S+, added at /,
}
