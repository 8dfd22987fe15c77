import { readFileSync } from 'node:fs'

const library = (names: string) => new RegExp(`/node_modules/(${names})/`)
const folder = (names: string) => new RegExp(`/console/src/(${names})`)

const icons = (names: string) => new RegExp(`/@tabler/icons-react/dist/esm/(${names})\\.`)

/** Queries that several pages use, but not sign-in. */
const manyQueries = /\/(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\.js$/

const base = [
  icons('createReactComponent|defaultAttributes|icons/Icon(Eye|EyeOff|AlertTriangle|Check|X|CloudOff|Tool)'),
  library(
    'react|react-dom|scheduler|react-i18next|i18next|@tanstack/(react-router|router-core|history|react-store|store|react-query|query-core)',
  ),
  folder(
    'main\\.tsx|app/(?!refused-screens)|domains/\\w+/(domain\\.|en/labels)|registry/(?!place|page-tabs|search-provider|row-keys|follow)|api/(?!user-storage|upload|download|status-channel)|brand/(?!fetched)|i18n/(?!translations)|ui/(button|state|spinner|field|error-boundary|icons|checkbox|toast\\.)',
  ),
  /contract\/src\/(account\/endpoints|brand\/neutral|endpoint|errors|i18n|live|time)\.ts/,
]

/** The icons that a file imports. */
function iconsOf(path: string): RegExp {
  const text = readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8')
  return icons(`icons/(${[...new Set(text.match(/\bIcon[A-Z]\w+/g))].join('|')})`)
}

const frame = [
  manyQueries,
  ...[
    'shell/navigation.tsx',
    'shell/header.tsx',
    'shell/account-menu.tsx',
    'shell/account-entries.ts',
    'shell/search-button.tsx',
    'shell/shell.tsx',
    'domains/notifications/bell.tsx',
    'domains/actions/running-counter.tsx',
    'domains/notices/notices-button.tsx',
    'domains/companies/context-switcher.tsx',
  ].map(iconsOf),
  /\/@mantine\/hooks\/esm\/(use-focus-trap|utils)\//,
  folder(
    'shell/(?!lazy/)|dock/(store|use-dock|kinds)|domains/(actions/running-|campaigns/campaign-counter)|registry/place|api/user-storage|domains/(account/start-questions|devices/public/status|system/system-notice|notifications/(bell|queries|use-news)|notices/(notices-button|queries|last-seen)|companies/(context-switcher|company-queries|en/context))\\.',
  ),
  /contract\/src\/(link\/(identity|limits|escape)|(export|email|list-sorts)\.|notifications\/|notices\/read-endpoints|companies\/endpoints|actions\/read-endpoints|storage\/|account\/email-endpoints)/,
  folder(
    'windows/(client|confirm|help|store|use-window|window-parts|window\\.module)|ui/(format|day-name|time-zone|menu|popover|tips?|icon-button|scheme|focus-trap|use-phone|segmented)\\.',
  ),
]
/** Draws windows: loaded after the first paint. */
const drawnWindows = [
  iconsOf('windows/window.tsx'),
  folder('windows/(host|window\\.tsx|use-move|use-typed-ahead|dismiss|focus)'),
]
/** Floating parts of the page: loaded after the first paint. */
const floating = [
  library('@floating-ui/[^/]+|clsx|@mantine/(core|hooks)'),
  folder('ui/(menu-dropdown|popover-panel|tip-host|floating-anchor|use-opened-later|mantine)'),
]
/** Only some windows have a field with a list. */
const rare =
  /\/components\/(Autocomplete|Combobox|Select|MultiSelect|Pill|PillsInput|ScrollArea|InputBase|Notification)\//

/** Icons that the list does not use and that are used in a single place: loaded with their screen. */
const elsewhere =
  /@tabler\/icons-react\/dist\/esm\/icons\/Icon(Activity|Ban|ChartLine|Clipboard|ClockOff|CornerDownLeft|MailForward|PlugConnectedX|Power|RouterOff|Settings|Table|TagOff|UserCog|WorldOff)\./

const list = [
  library('@tabler/[^/]+'),
  library('@tanstack/(react-table|table-core|react-virtual|virtual-core)'),
  folder(
    'tables/(?!(filters/(?!rules|filter-button|quick)|lazy/|views/(?!views-button|use-views|views\\.)))|api/download|domains/(companies/(queries|public/company-name)|tags/(public/tag-chip|choices))|ui/(ago|row-menu|use-now|use-settled)|domains/remote/(row-buttons|en/row)|domains/devices/(public/device-filters|en/devices|queries|status|signal|texts|open-windows|list/(attention\\.|cells|device-menu|devices-list|devices-page|first-page|first-rows|filters\\.|live-states|status|use-watch|view-switch))',
  ),
  /contract\/src\/(choice-limits\.|devices\/(?!authorized-|import-|tag-|move-|place-|position|schemas|filters|forms)|companies\/(?!schemas|forms)|tags\/(mark|constants)|identity)/,
]

/** Libraries for validation. */
const validation = [
  library('zod'),
  /contract\/src\/((choice|email-schema|filter|ids|page|text|time-schemas)\.|forms\/(?!errors|fields|patterns)[\w-]+\.ts)/,
]

const matches = (patterns: readonly RegExp[], id: string) => patterns.some((pattern) => pattern.test(id))

/**
 * A few files instead of one for each shared module: code for everything, for sign-in, for every screen behind it, for
 * the devices list, and for each of the other screens.
 */
export const chunks = [
  // Only forms need schemas.
  { name: 'validation', test: (id: string) => matches(validation, id), includeDependenciesRecursively: false },
  { name: 'base', test: (id: string) => matches(base, id) && !manyQueries.test(id) },
  {
    name: 'sign-in',
    test: folder('domains/account/(sign-in-page|sign-in-card|texts|en/account)\\.'),
    includeDependenciesRecursively: false,
  },
  {
    name: 'frame',
    test: (id: string) => matches(frame, id),
    includeDependenciesRecursively: false,
  },
  {
    name: 'windows',
    test: (id: string) => matches(drawnWindows, id),
    includeDependenciesRecursively: false,
  },
  {
    name: 'floating',
    test: (id: string) => matches(floating, id) && !rare.test(id),
    includeDependenciesRecursively: false,
  },
  {
    name: 'devices',
    test: (id: string) => matches(list, id) && !elsewhere.test(id),
    includeDependenciesRecursively: false,
  },
  // Small files that every domain has are bundled into one.
  ...[
    { name: 'help', test: folder('[\\w/]+/en/help\\.json') },
    { name: 'search', test: folder('domains/\\w+/(search|searchables|search-palette|use-search)\\.') },
    { name: 'pickers', test: folder('domains/\\w+/picker\\.') },
    { name: 'row-actions', test: folder('domains/\\w+/(row-actions|bulk-actions|bulk-tags|selection-actions)\\.') },
    // Pages of a device and their contents, of which several are usually needed at once.
    { name: 'object-page', test: folder('registry/page-tabs|ui/(object-page|copy-value|use-copied|copy-text)\\.') },
    {
      name: 'device',
      test: folder(
        'domains/(devices/(device-page|device-identity|device-keys|delete-devices|unusual|unusual-list)|actions/device-\\w+|remote/device-buttons)\\.',
      ),
    },
    {
      name: 'actions',
      test: (id: string) =>
        matches(
          [
            folder(
              'domains/actions/(kinds|kind-title|texts|en/actions|start|action-question|state-mark|use-action|queries|open-tag-log|public/\\w+-\\w+)\\.',
            ),
            /contract\/src\/actions\/(kinds|endpoints|constants|password-endpoints)\.ts/,
            icons('icons/Icon(Power|Ban|ClockOff)'),
          ],
          id,
        ),
    },
    {
      name: 'remote',
      test: (id: string) =>
        matches(
          [
            folder('domains/remote/(open-shell|target|open-windows|use-duration|texts|en/remote)\\.'),
            /contract\/src\/remote\/(constants|endpoints)\.ts/,
          ],
          id,
        ),
    },
    {
      name: 'outages',
      test: (id: string) =>
        matches(
          [
            folder('domains/outages/(outage-banner|queries|texts|en/outages)\\.'),
            /contract\/src\/outages\/endpoints\.ts/,
          ],
          id,
        ),
    },
    {
      name: 'campaign-count',
      test: (id: string) =>
        matches([folder('domains/campaigns/running-campaigns\\.'), /contract\/src\/campaigns\/endpoints\.ts/], id),
    },
    { name: 'ticks', test: folder('charts/(ticks|local-time)\\.') },
    // Small modules that show values: dashboards, metrics, alerts.
    {
      name: 'values',
      test: (id: string) =>
        matches(
          [
            folder(
              'domains/(alerts/(public/alert-lines|texts|en/alerts)|dashboards/custom-parameters|tasks/public/open-run|devices/public/device-query)\\.',
            ),
            /contract\/src\/(link\/parameters\.(ts|data\.json)|(monitoring|alerts)\/constants\.ts)/,
            icons('icons/Icon(ChartLine|Settings|Table)'),
          ],
          id,
        ),
    },
    {
      name: 'board',
      test: (id: string) =>
        matches(
          [
            folder(
              'domains/dashboards/(board|board-data|board-tools|dashboard-tab|first-\\w+|format|names|queries|open-windows|texts|en/dashboards|widget-card|widgets/(?!map)[\\w-]+)\\.',
            ),
            /contract\/src\/dashboards\/(constants|layout|reads|endpoints)\.ts/,
          ],
          id,
        ),
    },
  ].map((group) => ({ ...group, includeDependenciesRecursively: false })),
]
