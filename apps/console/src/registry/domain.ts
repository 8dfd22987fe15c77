import type { SessionUser } from '@longreach/contract/account/schemas'
import type { AnyEndpoint } from '@longreach/contract/endpoint'
import type { Form } from '@longreach/contract/forms/fields'
import type { Ref } from '@longreach/contract/names'
import type { PermissionName } from '@longreach/contract/permissions'
import type { Icon } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { Search } from '../api/search.ts'

/** The groups of the side navigation, in order; their titles are `groups` of the shell's texts. */
export const menuGroups = ['management', 'access', 'administration', 'users', 'system'] as const
export type MenuGroupKey = (typeof menuGroups)[number]

/** A line in the side navigation. If several pages have the same `item`, the line leads to the first permitted one. */
export interface MenuLine {
  group: MenuGroupKey
  item: string
  /** A key of the domain's labels. */
  label: string
  icon: Icon
  badge?: 'beta'
  /** Names of forms that highlight the line too. */
  forms?: readonly string[]
  /** Lines without one come first, in the order of the domains. */
  order?: number
}

/** A page that is a tab of another page. */
export interface Tab {
  /** Value of `tabs` of that page. */
  of: string
  /** A key of the domain's labels. */
  label: string
  /** Tabs of one group share one tab with this label on the page, and are tabs of their own below it. */
  group?: string
  /** Part of the previous tab with that label: it has no link of its own. */
  detail?: true
  /** Parameters of the path besides those of the page. */
  params?: Readonly<Record<string, string>>
  /** Order, as in the menu. */
  order?: number
}

export interface Screen<Path extends string = string> {
  /** `$name` matches one segment of the path. */
  path: Path
  /** Name in the specification; its help names are names of the page too. */
  name?: string
  /** Any of these is sufficient; an empty list only requires a session. */
  permissions: readonly PermissionName[]
  /** All permissions are required, not just one. */
  all?: true
  /** Public, without a session. */
  open?: true
  /** Public with a one-time `key` in the URL (spec §2). */
  byKey?: true
  /** Drawn without header and navigation. */
  standalone?: true
  menu?: MenuLine
  /** `item` of another page whose line it highlights. */
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
    /** Any of these is sufficient; if absent, all users see it. */
    permissions?: readonly PermissionName[]
    load: () => Promise<ComponentType<Places[Place]>>
  }
}[keyof Places]

/** A tab of the dock at the bottom of the frame, with the data to restore it after a reload. */
export interface DockTab {
  /** Opening a tab whose id is already open replaces it. */
  id: string
  /** Name of its kind. */
  kind: string
  title: string
  /** Data for its kind; without secrets, since the browser stores it. */
  data: unknown
  /** Shown beside the title: a user name, a count. */
  note?: string
  /** False once its work has ended; undefined while that is unknown. */
  live?: boolean
}

/** Components and functions of a domain for tabs of one kind. */
export interface DockKind {
  /** Content of the tab itself: an icon, the title and the current note. */
  Head: ComponentType<{ tab: DockTab }>
  /** `shown` is false while another tab is selected. */
  Content: ComponentType<{ tab: DockTab; shown: boolean }>
  /** Ends the work of the tab before it is closed; false keeps the tab. */
  leave?: (tab: DockTab) => Promise<boolean>
}

/** The page of a form gets its id from the URL: `/forms/<name>/<id>`. */
export interface FormPageProps {
  id: string | undefined
}

export interface FormPage {
  form: Form
  /** The call of the form: users who may make it see the page. */
  call: Pick<AnyEndpoint, 'permission'>
  Page: ComponentType<FormPageProps>
  /** The form is for an existing object; without an id there is no page. */
  needsId?: true
}

/** Source of a picker's rows, and the field with their names. */
export interface Picker {
  list: AnyEndpoint
  name: string
  /** Further fields shown after the name, where a row has them. */
  also?: readonly string[]
  /** Matches values of these fields that only repeat the rest, and are not shown. */
  repeats?: RegExp
  /** Filter of the list: only these rows are offered. */
  filter?: Readonly<Record<string, string>>
}

export interface Found {
  id: number
  title: string
  /** Distinguishes it from others with the same name. */
  detail: string
  /** State of the object. */
  mark?: ReactNode
  /** Address of its page, or of the table that lists it. */
  to: string
  /** Filter of that table. */
  search?: Search
}

export interface SearchProvider {
  key: string
  label: string
  icon: Icon
  permission: PermissionName
  /** Name of the table, which supports `q`. */
  table: string
  /** `context` limits it to a company. */
  find(q: string, context: Search, signal: AbortSignal): Promise<{ items: Found[]; total: number }>
}

/** An action for a row that was found by the search. */
export interface SearchVerb {
  key: string
  /** Key of the provider of the rows. */
  of: string
  /** Contains `{{name}}`. */
  label: string
  permission: PermissionName
  /** Key that runs it while a row of `of` has the focus. */
  rowKey?: string
  run: (row: { id: number; name: string }, client: QueryClient) => void
}

/** A command of the search that needs no row. */
export interface SearchCommand {
  key: string
  /** The search matches the words of this label. */
  label: string
  icon: Icon
  /** If absent, all users may use it. */
  permission?: PermissionName
  /** Concerns the user's own account: not offered while the user impersonates another one. */
  own?: true
  run: (client: QueryClient) => void
}

export interface Searchable {
  providers?: readonly SearchProvider[]
  verbs?: readonly SearchVerb[]
  commands?: readonly SearchCommand[]
}

/** Work started by a call: an action, or other work that reports its progress on a channel. */
export type Work = { action: number } | { channel: string }

export interface AccountEntry {
  label: string
  icon: Icon
  shown: (user: SessionUser) => boolean
  open: (user: SessionUser, goTo: (path: string) => void) => void
}

export type HelpTexts = Readonly<Record<string, { title: string; text: string }>>

/** Everything that a domain can add to the console. All parts are optional; anything heavy is lazy. */
export interface Domain<Path extends string = string> {
  name: string
  /** Labels needed before the domain's texts are loaded, under the domain's name. */
  labels?: object
  /** Texts of its `help` names. */
  help?: () => Promise<{ default: HelpTexts }>
  screens?: readonly Screen<Path>[]
  /** Places of this domain whose parts are loaded on first use. */
  places?: readonly (keyof Places)[]
  parts?: readonly Part[]
  forms?: { names: readonly string[]; load: () => Promise<{ pages: readonly FormPage[] }> }
  pickers?: Readonly<Partial<Record<Ref, () => Promise<{ picker: Picker }>>>>
  /** Kinds of tabs of the dock. */
  dock?: { kinds: readonly string[]; load: () => Promise<{ kinds: Readonly<Record<string, DockKind>> }> }
  search?: () => Promise<Searchable>
  account?: readonly AccountEntry[]
  /** Opens the progress of work that a call has started. */
  follow?: (work: Work) => Promise<void>
}

export const defineDomain = <const Path extends string = never>(domain: Domain<Path>): Domain<Path> => domain
