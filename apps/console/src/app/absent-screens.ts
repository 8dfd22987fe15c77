import type { PermissionName } from '@longreach/contract/permissions'
import type { MenuGroupKey } from '../registry/domain.ts'

/** A page of the specification whose domain is not built: its path is unknown to the console. */
export interface AbsentScreen {
  path: string
  /** Name in the specification and in help links. */
  name?: string
  permissions: readonly PermissionName[]
  standalone?: true
  byKey?: true
  open?: true
  group?: MenuGroupKey | 'vpn'
}

const rows = (
  permissions: readonly PermissionName[],
  paths: readonly (string | [path: string, name: string])[],
  more: Omit<AbsentScreen, 'path' | 'name' | 'permissions'> = {},
): AbsentScreen[] =>
  paths.map((one) =>
    typeof one === 'string'
      ? { path: one, permissions, ...more }
      : { path: one[0], name: one[1], permissions, ...more },
  )

/**
 * Pages of spec §2 that are not built; together with `screens.ts`, the complete table. Building a page moves its row
 * there. The console does not contain this file: only tests and `npm run requirements` read it.
 */
export const absentScreens: readonly AbsentScreen[] = [
  ...rows(['view_device_hotspots'], [['/management/hotspots', 'hotspot.wifi']], { group: 'management' }),
  ...rows(['view_wireless_information'], ['/management/wifi'], { group: 'management' }),
  ...rows(['view_devices', 'view_device_remote_access'], ['/devices/$id/ports']),
  ...rows(['view_devices', 'update_device_credit_status'], ['/devices/$id/services']),
  ...rows(['view_devices', 'create_multi_configuration'], ['/devices/$id/network', '/devices/$id/esim']),
  ...rows(['connect_device_remote_access'], ['/rms-connect/desktop', '/rms-connect/sftp', '/rms-connect/telnet'], {
    standalone: true,
    byKey: true,
  }),
  ...rows(
    ['view_vpn_hubs'],
    [
      ['/vpn/hubs', 'vpn.hubs'],
      ['/vpn/quick-connect', 'vpn.quick-connect'],
    ],
    { group: 'vpn' },
  ),
  ...rows(
    ['view_vpn_hubs'],
    [
      ['/vpn/hubs/$id', 'vpn-hub'],
      '/vpn/hubs/$id/general',
      '/vpn/hubs/$id/clients',
      '/vpn/hubs/$id/routes',
      '/vpn/hubs/$id/data-usage',
      '/vpn/hubs/$id/configuration',
      ['/vpn/quick-connect/$id', 'vpn-connect'],
      '/vpn/quick-connect/$id/general',
      '/vpn/quick-connect/$id/clients',
      '/vpn/quick-connect/$id/data-usage',
      '/vpn/quick-connect/$id/connection-logs',
    ],
  ),
  ...rows(
    ['view_companies', 'view_company_data_history'],
    ['/companies/$company_id/data-history', '/companies/$company_id/resources/data-history'],
  ),
  ...rows(
    ['view_companies', 'view_reports'],
    [
      '/companies/$company_id/reports',
      '/companies/$company_id/reports/single',
      '/companies/$company_id/reports/periodic/$period',
    ],
  ),
  ...rows(
    ['view_companies', 'view_credits'],
    ['/companies/$company_id/resources', '/companies/$company_id/resources/credits'],
  ),
  ...rows(['view_companies', 'view_credit_transfer_codes'], ['/companies/$company_id/resources/codes']),
  ...rows(['view_impersonation_logs'], ['/users/impersonation-logs'], { group: 'users' }),
  ...rows([], ['/users/confirm-impersonation-access/$token'], { open: true, standalone: true }),
  ...rows(['view_reports'], [['/reports', 'reports']], { group: 'management' }),
  ...rows(
    ['view_reports'],
    [
      ['/reports/single', 'reports.single'],
      ['/reports/periodic/day', 'reports.periodic.day'],
      ['/reports/periodic/week', 'reports.periodic.week'],
      ['/reports/periodic/month', 'reports.periodic.month'],
      '/report/generated/$id',
    ],
  ),
  ...rows(['view_automations'], ['/management/automations'], { group: 'management' }),
  ...rows(
    ['view_automations'],
    ['/management/automations/$id', '/management/automations/$id/devices', '/management/automations/$id/logs'],
  ),
  ...rows(['activate_credit_transfer_codes'], ['/redeem-code']),
  ...rows(['view_credits'], [['/resources', 'administration.resources']], { group: 'administration' }),
  ...rows(['view_credits'], [['/resources/credits', 'services.credit-history']]),
  ...rows(['view_credit_transfer_codes'], [['/resources/codes', 'services.credit-codes']]),
  ...rows(['view_company_data_history'], [['/resources/data-history', 'services.data-history']]),
  ...rows(['view_email_configurations'], ['/email-smtp']),
]
