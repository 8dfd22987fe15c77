import 'i18next'
import type access from './en/access.json'
import type actions from './en/actions.json'
import type audit from './en/audit.json'
import type companies from './en/companies.json'
import type connect from './en/connect.json'
import type devices from './en/devices.json'
import type forms from './en/forms.json'
import type help from './en/help.json'
import type invitations from './en/invitations.json'
import type mail from './en/mail.json'
import type notices from './en/notices.json'
import type notifications from './en/notifications.json'
import type password from './en/password.json'
import type register from './en/register.json'
import type remote from './en/remote.json'
import type roles from './en/roles.json'
import type search from './en/search.json'
import type system from './en/system.json'
import type tags from './en/tags.json'
import type users from './en/users.json'
import type { english } from './english.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    resources: typeof english & {
      access: typeof access
      actions: typeof actions
      audit: typeof audit
      companies: typeof companies
      connect: typeof connect
      devices: typeof devices
      forms: typeof forms
      help: typeof help
      invitations: typeof invitations
      mail: typeof mail
      notices: typeof notices
      notifications: typeof notifications
      password: typeof password
      register: typeof register
      remote: typeof remote
      roles: typeof roles
      users: typeof users
      search: typeof search
      system: typeof system
      tags: typeof tags
    }
  }
}
