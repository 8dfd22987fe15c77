import type { PermissionName } from '@longreach/contract/permissions'
import type { english } from '../i18n/english.ts'
import type { HelpKey } from '../shell/help-keys.ts'

export type MenuGroupKey = keyof (typeof english)['shell']['groups']
export type MenuKey = keyof (typeof english)['shell']['items']

export interface Screen {
  /** `$name` stands for one part of the path. */
  path: string
  /** By which the specification calls it. */
  name?: string
  /** Any one of these is enough; an empty list asks for a session only. */
  permissions: readonly PermissionName[]
  /** Every one of them is wanted. */
  all?: true
  /** Open without a session. */
  open?: true
  /** Open to who brings a one-time `key` in the address (spec §2). */
  byKey?: true
  /** Drawn without header and navigation. */
  standalone?: true
  /**
   * Its line in the side navigation. The order of this table is the order there, and the first permitted page with a
   * line is home. Of several pages with one line, the first permitted is where it leads. `forms` are those that light it up besides.
   */
  menu?: { group: MenuGroupKey; item: MenuKey; badge?: 'beta'; forms?: readonly string[] }
  /** The line of another page that it lights up. */
  under?: MenuKey
  /** What its help is called; the help names of the specification are names of the page as well. */
  help?: HelpKey
}

/** Every page there is (spec §2). The guard, the router and the navigation go by it; `absent-screens.ts` has the rest. */
export const screens: readonly Screen[] = [
  {
    path: '/management/devices',
    permissions: ['view_devices'],
    menu: { group: 'management', item: 'devices' },
    help: 'management.devices',
  },
  { path: '/devices/$id', permissions: ['view_devices'], under: 'devices', help: 'device' },
  { path: '/devices/$id/activity', permissions: ['view_devices'], under: 'devices', help: 'device' },
  { path: '/devices/$id/metrics/$group', permissions: ['view_devices'], under: 'devices', help: 'dynamic.parameters' },
  {
    path: '/devices/$id/access',
    permissions: ['view_devices', 'view_device_remote_access'],
    all: true,
    under: 'devices',
    help: 'remote.access',
  },
  {
    path: '/remote/access',
    permissions: ['view_device_remote_access'],
    menu: { group: 'access', item: 'remote' },
    help: 'remote.access',
  },
  { path: '/remote/access/$id', permissions: ['view_device_remote_access'], under: 'remote', help: 'remote.info' },
  {
    path: '/access-history',
    permissions: ['view_device_remote_access', 'view_device_remote_access_logs'],
    all: true,
    menu: { group: 'access', item: 'history' },
    help: 'service.connect-history',
  },
  {
    path: '/companies',
    permissions: ['view_companies'],
    menu: { group: 'administration', item: 'companies' },
    help: 'users.companies',
  },
  { path: '/companies/tree', permissions: ['view_companies'], under: 'companies', help: 'users.companies' },
  company('', 'company.info'),
  company('/devices', undefined, 'view_devices'),
  company('/users', 'company.userstable', 'view_users'),
  company('/users/invitations', 'company.invitations', 'view_user_invitations'),
  company('/tags', 'company.tags', 'view_tags'),
  {
    path: '/tags',
    permissions: ['view_tags'],
    menu: { group: 'administration', item: 'tags' },
    help: 'tags.main',
  },
  { path: '/tag/$id', permissions: ['view_tags'], under: 'tags', help: 'tags.main' },
  { path: '/users', permissions: ['view_users'], menu: { group: 'users', item: 'users' }, help: 'users.table' },
  {
    path: '/users/invitations',
    permissions: ['view_user_invitations'],
    menu: { group: 'users', item: 'invitations' },
    help: 'users.invitations',
  },
  { path: '/users/roles', permissions: ['view_roles'], menu: { group: 'users', item: 'roles' }, help: 'users.roles' },
  {
    path: '/users/move-logs',
    permissions: ['view_user_move_logs'],
    menu: { group: 'users', item: 'moveLogs' },
    help: 'users.move-logs',
  },
  {
    path: '/system/audit-logs',
    permissions: ['view_audit_log'],
    menu: { group: 'system', item: 'auditLogs' },
    help: 'system.audit-logs',
  },
  {
    path: '/system/mail-logs',
    permissions: ['view_mail_logs'],
    menu: { group: 'system', item: 'mailLogs' },
    help: 'system.mail-logs',
  },
  {
    path: '/notices',
    permissions: ['admin_view_notice'],
    menu: { group: 'system', item: 'notices' },
    help: 'notices',
  },
  { path: '/notifications', name: 'notifications.main', permissions: [], help: 'notifications' },
  { path: '/forms/$name', name: 'form', permissions: [], help: 'form' },
  { path: '/forms/$name/$id', name: 'form', permissions: [], help: 'form' },
  { path: '/account', permissions: [], help: 'account' },
  { path: '/changelog', permissions: [] },
  { path: '/rms-connect/ssh', permissions: ['connect_device_remote_access'], byKey: true, standalone: true },
  ...[
    '/login',
    '/logout',
    '/set-up',
    '/forgot-password',
    '/reset-password',
    '/register',
    '/verify-email',
    '/404',
    '/offline.html',
  ].map((path): Screen => ({ path, permissions: [], open: true, standalone: true })),
]

/** A page of one company; what it shows asks for a permission of its own. */
function company(tab: string, name: string | undefined, permission?: PermissionName): Screen {
  return {
    path: `/companies/$company_id${tab}`,
    ...(name ? { name } : {}),
    permissions: ['view_companies', ...(permission ? [permission] : [])],
    all: true,
    under: 'companies',
    help: 'company.info',
  }
}

/** The screen a path belongs to; undefined for an unknown path. */
export function findScreen(path: string, table: readonly Screen[] = screens): Screen | undefined {
  const parts = path.replace(/\/+$/, '').split('/')
  return table.find((screen) => {
    const wanted = screen.path.split('/')
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith('$') || part === parts[at])
  })
}
