import { lazy } from '../../../ui/lazy.ts'
import { deviceRules } from '../list/filters.ts'

const filters = () => import('../list/device-filters.tsx')

/** The filters of the list of devices, for other lists of devices. */
export const deviceFilters = {
  rules: deviceRules,
  Builder: lazy(() => filters().then((file) => ({ default: file.DeviceFilterBuilder }))),
  Words: lazy(() => filters().then((file) => ({ default: file.DeviceFilterWords }))),
  Chips: lazy(() => filters().then((file) => ({ default: file.DeviceFilterChips }))),
}
