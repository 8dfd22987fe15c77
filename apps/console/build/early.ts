import type { IndexHtmlTransformContext, Plugin } from 'vite'
import { firstPaths } from '../src/domains/devices/list/first-page.ts'
import { firstMapPaths } from '../src/domains/devices/map/first-map.ts'
import { type BuiltFiles, closure } from './budget.ts'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

/**
 * Exact URLs that a dashboard requests; $1 and $2 are the ids in its path. index.html requests them before the bundle
 * runs.
 */
const boardPaths = ['', '/values', '/past'].map((end) => `/devices/$1/dashboards/$2${end}`)

/** Within the frame, and alone. */
const boardScreens = {
  framed: {
    pattern: '^/devices/(\\d+)/dashboards/(\\d+)$',
    paths: [...boardPaths, '/devices/$1', '/devices/$1/dashboards'],
  },
  alone: { pattern: '^/device/(\\d+)/dashboard/(\\d+)$', paths: boardPaths },
} as const

/** The map with its camera in the address: without a filter these are its places. */
const mapScreen = { pattern: '^/management/devices/map$', paths: firstMapPaths } as const
const map = ['devices/map/devices-map-page.tsx', 'devices/map/devices-map.tsx']

/** Files of the frame and the devices list; otherwise they would be requested only after the entry has run. */
const listFiles = (bundle: Bundle): string[] =>
  // The name is followed by eight characters of the hash: other names may have the same prefix.
  Object.keys(bundle).filter((name) => /\/(frame|devices|devices-page|attention-strip)-[\w-]{8}\.(js|css)$/.test(name))

/** Files for the parts of a screen, without those that the page itself links. */
function filesOf(bundle: Bundle, parts: readonly string[]): string[] {
  const files = bundle as unknown as BuiltFiles
  if (Object.keys(files).length === 0) return []
  const linked = closure(files, ['src/main.tsx'])
  return [...closure(files, parts)].filter((name) => !linked.has(name))
}

const alone = ['dashboards/phone-page.tsx', 'dashboards/first-board.ts']
const framed = [
  'shell/shell.tsx',
  'devices/page/device-page.tsx',
  'actions/device-actions.tsx',
  'remote/device-buttons.tsx',
  'outages/outage-banner.tsx',
  'dashboards/dashboard-tab.tsx',
  'dashboards/first-board.ts',
]

/**
 * Requests of the inline script in the page before the bundle has arrived: pattern, calls and files. The first entry
 * whose pattern matches the path applies.
 */
const screensOf = (bundle: Bundle) =>
  [
    { pattern: '^/(?:management/devices)?$', paths: firstPaths, files: listFiles(bundle) },
    { ...mapScreen, files: [...new Set([...listFiles(bundle), ...filesOf(bundle, map)])] },
    { ...boardScreens.framed, files: filesOf(bundle, framed) },
    { ...boardScreens.alone, files: filesOf(bundle, alone) },
    { pattern: '', paths: [], files: listFiles(bundle) },
  ].map(({ pattern, paths, files }) => [
    pattern,
    paths.map((path) => `/api${path}`).join(' '),
    files.map((file) => `/${file}`).join(' '),
  ])

/** The inline script needs the same URLs as the bundle, so they are written into it. */
export function earlyRequests(): Plugin {
  return {
    name: 'early-requests',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        html.replace("'%FIRST_SCREENS%'", () => JSON.stringify(screensOf(bundle ?? {})).replaceAll('<', '\\u003c')),
    },
  }
}
