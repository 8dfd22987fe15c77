import type { SessionUser } from '@longreach/contract/account/schemas'
import type { AnyEndpoint } from '@longreach/contract/endpoint'
import type { Form } from '@longreach/contract/forms/fields'
import type { Ref } from '@longreach/contract/ids'
import type { PermissionName } from '@longreach/contract/permissions'
import type { Icon } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { Search } from '../api/search.ts'

/** The groups of the side navigation, in order; their titles are `groups` of the shell's texts. */
export const menuGroups = ['management', 'access', 'administration', 'users', 'system'] as const
export type MenuGroupKey = (typeof menuGroups)[number]

/** Its line in the side navigation. Of several pages with one `item`, the line leads to the first permitted one. */
export interface MenuLine {
  group: MenuGroupKey
  item: string
  /** A key of the domain's labels. */
  label: string
  icon: Icon
  badge?: 'beta'
  /** Forms that highlight the line too. */
  forms?: readonly string[]
  /** Lines without one come first, in the order of the domains. */
  order?: number
}

/** A page that is a tab of another page. */
export interface Tab {
  /** `tabs` of that page. */
  of: string
  /** A key of the domain's labels. */
  label: string
  /** Tabs of one group share a tab with this label, and are tabs of their own below it. */
  group?: string
  /** Something within the tab before it with that label: it has no link of its own. */
  detail?: true
  /** Parameters of the path besides those of the page. */
  params?: Readonly<Record<string, string>>
  /** As in the menu. */
  order?: number
}

export interface Screen<Path extends string = string> {
  /** `$name` matches one segment of the path. */
  path: Path
  /** Its name in the specification; the help names of the specification are names of the page too. */
  name?: string
  /** Any one of these is enough; an empty list requires only a session. */
  permissions: readonly PermissionName[]
  /** All of them are required. */
  all?: true
  /** Public. */
  open?: true
  /** Public with a one-time `key` in the URL (spec §2). */
  byKey?: true
  /** Drawn without header and navigation. */
  standalone?: true
  menu?: MenuLine
  /** The line of another page that it highlights. */
  under?: string
  help?: string
  page: () => Promise<ComponentType>
  /** Other domains add tabs to this page under this name; its own path redirects to the first permitted one. */
  tabs?: string
  /** Shown if no tab is permitted. */
  noTabs?: () => Promise<ComponentType>
  tab?: Tab
  /** Places on this page whose parts are loaded with it, so that nothing moves when they arrive. */
  places?: readonly (keyof Places)[]
}

/**
 * Props of a place for its parts. The owner of a place declares them here by name (`declare module
 * '…/registry/domain.ts'`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declarations of its owners
export interface Places {}

/** A part that a domain shows in a place of another. */
export type Part = {
  [Place in keyof Places]: {
    at: Place
    /** Any one of these is enough; shown to all if absent. */
    permissions?: readonly PermissionName[]
    load: () => Promise<ComponentType<Places[Place]>>
  }
}[keyof Places]

/** A tab of the dock at the bottom of the frame, with all that is needed to restore it after a reload. */
export interface DockTab {
  /** Opening a tab whose id is open already replaces it. */
  id: string
  /** Name of its kind. */
  kind: string
  title: string
  /** For its kind; nothing secret, since the browser stores it. */
  data: unknown
  /** Beside the title: a user name, a count. */
  note?: string
  /** False once what it shows has ended; undefined while it is not known. */
  live?: boolean
}

/** What a domain draws in tabs of one kind. */
export interface DockKind {
  /** In the row of tabs: an icon, the title and what changes. */
  Head: ComponentType<{ tab: DockTab }>
  /** `shown` is false while another tab is selected. */
  Content: ComponentType<{ tab: DockTab; shown: boolean }>
  /** Ends what the tab shows before it is closed; false keeps the tab. */
  leave?: (tab: DockTab) => Promise<boolean>
}

/** The page of a form gets this from its URL: `/forms/<name>/<id>`. */
export interface FormPageProps {
  id: string | undefined
}

export interface FormPage {
  form: Form
  /** Its call: users who may make it see the page. */
  call: Pick<AnyEndpoint, 'permission'>
  Page: ComponentType<FormPageProps>
  /** The form is about an object; without an id there is no page. */
  needsId?: true
}

/** Source of a picker's rows, and the field with their names. */
export interface Picker {
  list: AnyEndpoint
  name: string
  /** Shown after the name, as far as a row has them. */
  also?: readonly string[]
  /** What of that only repeats the rest, and is not shown. */
  repeats?: RegExp
  /** Of the list: only these rows are offered. */
  filter?: Readonly<Record<string, string>>
}

export interface Found {
  id: number
  title: string
  /** Distinguishes it from others of the same name. */
  detail: string
  /** Its state. */
  mark?: ReactNode
  /** Its page, or the table that shows it. */
  to: string
  /** Filter of that table. */
  search?: Search
}

export interface SearchProvider {
  key: string
  label: string
  icon: Icon
  permission: PermissionName
  /** The table, which takes `q`. */
  table: string
  /** `context` limits it to a company. */
  find(q: string, context: Search, signal: AbortSignal): Promise<{ items: Found[]; total: number }>
}

/** An action for a row found by the search. */
export interface SearchVerb {
  key: string
  /** The provider of the rows. */
  of: string
  /** With `{{name}}`. */
  label: string
  permission: PermissionName
  /** The key that does it while a row of `of` has the focus. */
  rowKey?: string
  run: (row: { id: number; name: string }, client: QueryClient) => void
}

/** Something the search does that needs no row. */
export interface SearchCommand {
  key: string
  /** It is found by the words of its label. */
  label: string
  icon: Icon
  /** Everyone may use it if absent. */
  permission?: PermissionName
  /** About the user's own account: not offered while another user is impersonated. */
  own?: true
  run: (client: QueryClient) => void
}

export interface Searchable {
  providers?: readonly SearchProvider[]
  verbs?: readonly SearchVerb[]
  commands?: readonly SearchCommand[]
}

/** Work that a call has started: an action, or other work that reports its progress on a channel. */
export type Work = { action: number } | { channel: string }

export interface AccountEntry {
  label: string
  icon: Icon
  shown: (user: SessionUser) => boolean
  open: (user: SessionUser, goTo: (path: string) => void) => void
}

export type HelpTexts = Readonly<Record<string, { title: string; text: string }>>

/** Everything a domain can add to the console. It declares only what it has; anything heavy is lazy. */
export interface Domain<Path extends string = string> {
  name: string
  /** Labels needed before the domain's texts are loaded, under the domain's name. */
  labels?: object
  /** Texts of its `help` names. */
  help?: () => Promise<{ default: HelpTexts }>
  screens?: readonly Screen<Path>[]
  /** Places of its own whose parts are loaded on first use. */
  places?: readonly (keyof Places)[]
  parts?: readonly Part[]
  forms?: { names: readonly string[]; load: () => Promise<{ pages: readonly FormPage[] }> }
  pickers?: Readonly<Partial<Record<Ref, () => Promise<{ picker: Picker }>>>>
  /** Kinds of tabs of the dock. */
  dock?: { kinds: readonly string[]; load: () => Promise<{ kinds: Readonly<Record<string, DockKind>> }> }
  search?: () => Promise<Searchable>
  /** Its lines in the account menu. */
  account?: readonly AccountEntry[]
  /** Opens the progress of what a call has started. */
  follow?: (work: Work) => Promise<void>
}

export const defineDomain = <const Path extends string = never>(domain: Domain<Path>): Domain<Path> => domain
