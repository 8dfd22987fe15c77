import { account } from '../domains/account/domain.ts'
import { actions } from '../domains/actions/domain.ts'
import { alerts } from '../domains/alerts/domain.ts'
import { audit } from '../domains/audit/domain.ts'
import { campaigns } from '../domains/campaigns/domain.ts'
import { companies } from '../domains/companies/domain.ts'
import { configs } from '../domains/configs/domain.ts'
import { dashboards } from '../domains/dashboards/domain.ts'
import { devices } from '../domains/devices/domain.ts'
import { files } from '../domains/files/domain.ts'
import { firmware } from '../domains/firmware/domain.ts'
import { mail } from '../domains/mail/domain.ts'
import { monitoring } from '../domains/monitoring/domain.ts'
import { notices } from '../domains/notices/domain.ts'
import { notifications } from '../domains/notifications/domain.ts'
import { outages } from '../domains/outages/domain.ts'
import { remote } from '../domains/remote/domain.ts'
import { roles } from '../domains/roles/domain.ts'
import { search } from '../domains/search/domain.ts'
import { statistics } from '../domains/statistics/domain.ts'
import { system } from '../domains/system/domain.ts'
import { tags } from '../domains/tags/domain.ts'
import { tasks } from '../domains/tasks/domain.ts'
import { users } from '../domains/users/domain.ts'
import { registerDomains } from '../registry/registered.ts'
import { frame } from './frame.ts'

/** The domains of the console, in the order of menu items, tabs, actions and search results. */
export const domains = [
  devices,
  dashboards,
  outages,
  firmware,
  configs,
  companies,
  remote,
  actions,
  campaigns,
  tasks,
  alerts,
  monitoring,
  tags,
  files,
  users,
  roles,
  audit,
  mail,
  notices,
  notifications,
  statistics,
  system,
  account,
  search,
  frame,
] as const

/** All paths, as accepted by `to`. */
export type ConsolePath = NonNullable<(typeof domains)[number]['screens']>[number]['path']

registerDomains(domains)
