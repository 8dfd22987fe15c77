const library = (names: string) => new RegExp(`/node_modules/(${names})/`)
const room = (names: string) => new RegExp(`/console/src/(${names})`)

const icons = (names: string) => new RegExp(`/@tabler/icons-react/dist/esm/(${names})\\.`)

const base = [
  icons(
    'createReactComponent|defaultAttributes|icons/Icon(Eye|EyeOff|AlertTriangle|Check|Copy|Selector|X|CloudOff|Error404|Lock|MailExclamation|ShieldLock|Tool|UserQuestion)',
  ),
  library(
    'react|react-dom|scheduler|react-i18next|i18next|zod|@tanstack/(react-router|router-core|history|react-store|store|react-query|query-core)',
  ),
  room(
    'main\\.tsx|app/|domains/account/(session|sign-in-page|sign-in-card)|api/|brand/|i18n/(?!en/(?!account|shell|ui))|ui/(button|state|spinner|field|error-boundary|icons|format|segmented|checkbox)',
  ),
  /contract\/src\/(account\/(?!password-)|brand|link\/identity|[a-z]+\.ts)/,
]

const frame = [
  icons(
    'icons/Icon(Menu2|ChevronDown|LayoutSidebarLeftCollapse|LayoutSidebarLeftExpand|Router|Logout|ArrowUp|History|WorldShare|ShieldCog|Building|Mail)',
  ),
  library('@floating-ui/[^/]+|clsx|@mantine/(core|hooks)'),
  room('shell/|windows/(store|use-window)|ui/(menu|popover|tip|icon-button|scheme|mantine|focus-trap|toast\\.)'),
]
/** The frame loads them after the first picture. */
const windows = [
  room('windows/(?!store|use-window)'),
  icons('icons/Icon(Minus|ArrowsDiagonal|ArrowsDiagonalMinimize2)'),
]
/** Only some windows have a field with a list. */
const rare = /\/components\/(Combobox|Select|PillsInput|ScrollArea|InputBase|Notification)\//

/** Of the icons the list has no use for, those that stand in one place alone: they come with their screen. */
const elsewhere =
  /@tabler\/icons-react\/dist\/esm\/icons\/Icon(Activity|Bolt|ChartLine|Clipboard|CornerDownLeft|PlugConnectedX|Power|RouterOff|Settings|WorldOff)\./

const list = [
  library('@tabler/[^/]+'),
  library('@tanstack/(react-table|table-core|react-virtual|virtual-core)'),
  room(
    'tables/(?!page/)|i18n/en/devices|domains/(companies/queries|storage/)|ui/(ago|use-now)|domains/devices/(devices-page|first-page|first-rows|list-|queries|cells|columns|status|signal|live-states|filter|add-filter|texts|open-windows|delete-|export-)',
  ),
  /contract\/src\/(devices|companies|storage|identity)/,
]

const matches = (patterns: readonly RegExp[], id: string) => patterns.some((pattern) => pattern.test(id))

/**
 * Few files instead of one for each shared piece: what sign-in needs, what every screen behind it needs, the devices
 * list, and the other screens with what is theirs alone.
 */
export const chunks = [
  { name: 'base', test: (id: string) => matches(base, id) },
  {
    name: 'frame',
    test: (id: string) => matches(frame, id) && !rare.test(id),
    includeDependenciesRecursively: false,
  },
  { name: 'windows', test: (id: string) => matches(windows, id), includeDependenciesRecursively: false },
  {
    name: 'devices',
    test: (id: string) => matches(list, id) && !elsewhere.test(id),
    includeDependenciesRecursively: false,
  },
]
