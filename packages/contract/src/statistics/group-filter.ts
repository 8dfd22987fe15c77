import type { generalGroups } from './constants.ts'

/** Groups whose filter takes several values, separated by commas. */
const several = ['status', 'model', 'firmware']

/** The filter of the device list for exactly the devices counted; undefined if it cannot express the value. */
export function groupFilter(
  group: (typeof generalGroups)[number],
  value: string | null,
): Record<string, string> | undefined {
  if (value === null) return { [group]: 'is_null' }
  if (value.length > 100 || (several.includes(group) && value.includes(','))) return undefined
  return { [group]: value }
}
