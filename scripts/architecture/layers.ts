/** A layer: folders (with a slash at the end) and files, relative to its application. */
export interface Layer {
  name: string
  paths: readonly string[]
}

/** One application, its layers from bottom to top: each imports only from itself and from earlier ones. */
export interface App {
  folder: string
  layers: readonly Layer[]
  /**
   * Rules between the domains: `rows` allows imports from domains of lower rows in docs/domains.md; `public` allows
   * imports from the folder `public/` of any other domain, as long as there is no cycle.
   */
  domains: 'rows' | 'public'
}

const layer = (name: string, ...more: readonly string[]): Layer => ({ name, paths: [`${name}/`, ...more] })

export const server: App = {
  folder: 'apps/server/src',
  domains: 'rows',
  layers: [
    {
      name: 'base',
      paths: [
        'addresses.ts',
        'network.ts',
        'base-map.ts',
        'map-file.ts',
        'brand.ts',
        'clocks.ts',
        'config.ts',
        'data-lock.ts',
        'key-files.ts',
        'listeners.ts',
        'metrics.ts',
        'open-files.ts',
        'port-fault.ts',
        'seal.ts',
        'texts.ts',
        'time-zones.ts',
      ],
    },
    layer('db'),
    layer('bus'),
    layer('jobs'),
    layer('events'),
    layer('drivers'),
    layer('endpoint'),
    layer('module'),
    layer('nodes'),
    layer('gateway'),
    layer('domains'),
    layer('http'),
    layer('connect'),
    layer('device-port'),
    layer('backup'),
    {
      name: 'installation',
      paths: ['find-key.ts', 'first-start.ts', 'key-hold.ts', 'open-installation.ts'],
    },
    {
      name: 'application',
      paths: [
        'api.ts',
        'app.ts',
        'audit-verify.ts',
        'backup.ts',
        'cells.ts',
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

export const screens: App = {
  folder: 'apps/console/src',
  domains: 'public',
  layers: [
    layer('i18n'),
    layer('api'),
    layer('ui'),
    layer('brand'),
    layer('registry'),
    layer('charts'),
    layer('maps'),
    layer('connect'),
    layer('windows'),
    layer('dock'),
    layer('tables'),
    layer('forms'),
    layer('shell'),
    layer('domains'),
    layer('app', 'main.tsx', 'vite-env.d.ts'),
  ],
}

export const apps: readonly App[] = [server, screens]
