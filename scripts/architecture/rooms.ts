/** A room: folders (with a slash at the end) and files, relative to its floor. */
export interface Room {
  name: string
  paths: readonly string[]
}

/** One application, its rooms from bottom to top: each imports only from itself and from rooms before it. */
export interface Floor {
  folder: string
  rooms: readonly Room[]
  /**
   * What holds between its domains: `rows` lets a domain import the domains of lower rows of docs/domains.md, `public`
   * lets it import any other one through its folder `public/`, as long as there is no cycle.
   */
  domains: 'rows' | 'public'
}

const room = (name: string, ...more: readonly string[]): Room => ({ name, paths: [`${name}/`, ...more] })

export const server: Floor = {
  folder: 'apps/server/src',
  domains: 'rows',
  rooms: [
    {
      name: 'base',
      paths: [
        'addresses.ts',
        'brand.ts',
        'config.ts',
        'data-lock.ts',
        'key-files.ts',
        'listeners.ts',
        'metrics.ts',
        'open-files.ts',
        'port-fault.ts',
        'seal.ts',
        'texts.ts',
      ],
    },
    room('db'),
    room('bus'),
    room('jobs'),
    room('events'),
    room('drivers'),
    room('endpoint'),
    room('module'),
    room('nodes'),
    room('gateway'),
    room('domains'),
    room('http'),
    room('connect'),
    room('device-port'),
    room('backup'),
    {
      name: 'installation',
      paths: ['demo.ts', 'find-key.ts', 'first-start.ts', 'key-hold.ts', 'open-installation.ts'],
    },
    {
      name: 'application',
      paths: [
        'api.ts',
        'app.ts',
        'audit-verify.ts',
        'backup.ts',
        'command.ts',
        'export.ts',
        'key-rotation.ts',
        'main.ts',
        'modules.ts',
        'restore.ts',
        'rotate-key.ts',
        'services.ts',
      ],
    },
  ],
}

export const screens: Floor = {
  folder: 'apps/console/src',
  domains: 'public',
  rooms: [
    room('i18n'),
    room('api'),
    room('ui'),
    room('brand'),
    room('registry'),
    room('charts'),
    room('connect'),
    room('windows'),
    room('tables'),
    room('forms'),
    room('shell'),
    room('domains'),
    room('app', 'main.tsx', 'vite-env.d.ts'),
  ],
}

export const floors: readonly Floor[] = [server, screens]
