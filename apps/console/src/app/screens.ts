import type { PermissionName } from '@longreach/contract/permissions'

export interface Screen {
  /** `$name` stands for one part of the path. */
  path: string
  /** Any one of these is enough; an empty list asks for a session only. */
  permissions: readonly PermissionName[]
  /** Every one of them is wanted. */
  all?: true
  /** Open without a session. */
  open?: true
  /** May be the first page; the order in this table is the menu order. */
  home?: true
  /** Open to who brings a one-time `key` in the address (spec §2). */
  byKey?: true
  /** Drawn without header and navigation. */
  standalone?: true
}

/** Every path of the console (spec §2). The guard reads it, and the router has one route for each. */
export const screens: readonly Screen[] = [
  { path: '/management/devices', permissions: ['view_devices'], home: true },
  { path: '/devices/$id', permissions: ['view_devices'] },
  { path: '/devices/$id/activity', permissions: ['view_devices'] },
  { path: '/devices/$id/metrics/$group', permissions: ['view_devices'] },
  { path: '/devices/$id/access', permissions: ['view_devices', 'view_device_remote_access'], all: true },
  { path: '/remote/access', permissions: ['view_device_remote_access'], home: true },
  { path: '/remote/access/$id', permissions: ['view_device_remote_access'] },
  {
    path: '/access-history',
    permissions: ['view_device_remote_access', 'view_device_remote_access_logs'],
    all: true,
    home: true,
  },
  { path: '/companies', permissions: ['view_companies'], home: true },
  { path: '/users/roles', permissions: ['view_roles'], home: true },
  { path: '/system/mail-logs', permissions: ['view_mail_logs'], home: true },
  { path: '/rms-connect/ssh', permissions: ['connect_device_remote_access'], byKey: true, standalone: true },
  { path: '/login', permissions: [], open: true, standalone: true },
  { path: '/logout', permissions: [], open: true, standalone: true },
  { path: '/set-up', permissions: [], open: true, standalone: true },
  { path: '/forgot-password', permissions: [], open: true, standalone: true },
  { path: '/reset-password', permissions: [], open: true, standalone: true },
  { path: '/404', permissions: [], open: true, standalone: true },
  { path: '/offline.html', permissions: [], open: true, standalone: true },
]

/** The screen a path belongs to; undefined for an unknown path. */
export function findScreen(path: string): Screen | undefined {
  const parts = path.replace(/\/+$/, '').split('/')
  return screens.find((screen) => {
    const wanted = screen.path.split('/')
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith('$') || part === parts[at])
  })
}
