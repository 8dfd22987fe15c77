import 'i18next'
import type actions from './en/actions.json'
import type devices from './en/devices.json'
import type { english } from './english.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    resources: typeof english & { devices: typeof devices; actions: typeof actions }
  }
}
