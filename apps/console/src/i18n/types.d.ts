import 'i18next'
import type actions from './en/actions.json'
import type companies from './en/companies.json'
import type connect from './en/connect.json'
import type devices from './en/devices.json'
import type remote from './en/remote.json'
import type roles from './en/roles.json'
import type { english } from './english.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    resources: typeof english & {
      actions: typeof actions
      companies: typeof companies
      connect: typeof connect
      devices: typeof devices
      remote: typeof remote
      roles: typeof roles
    }
  }
}
