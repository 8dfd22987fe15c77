import 'i18next'
import type actions from './en/actions.json'
import type companies from './en/companies.json'
import type connect from './en/connect.json'
import type devices from './en/devices.json'
import type mail from './en/mail.json'
import type password from './en/password.json'
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
      mail: typeof mail
      password: typeof password
      remote: typeof remote
      roles: typeof roles
    }
  }
}
