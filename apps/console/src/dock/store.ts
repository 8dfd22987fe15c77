import { readStored, writeStored } from '../api/browser-storage.ts'
import type { DockTab } from '../registry/domain.ts'

export interface DockState {
  tabs: readonly DockTab[]
  /** Id of the selected tab; null only without tabs. */
  shown: string | null
  /** Id of a second tab to the right of it. */
  beside: string | null
  minimised: boolean
  /** The dock covers the page. */
  whole: boolean
}

const empty: DockState = { tabs: [], shown: null, beside: null, minimised: false, whole: false }

/** Storage key for the tabs of this browser tab and the user they belong to. */
const key = 'dock'

interface Stored {
  user: number
  state: DockState
}

/** The tabs of the dock, as plain data outside React: any module can open one, and a reload restores them. */
export function createDock() {
  let state = empty
  let user: number | null = null
  /** Counts requests to move the focus into the dock. */
  let calls = 0
  const listeners = new Set<() => void>()

  const set = (next: DockState) => {
    state = next
    if (user !== null) writeStored('session', key, next.tabs.length > 0 ? { user, state: next } : null)
    for (const listener of listeners) listener()
  }
  const find = (id: string) => state.tabs.find((tab) => tab.id === id)

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    calls: () => calls,
    find,
    /** Restores the tabs of the user; those of another user are dropped. */
    restore(userId: number, isKind: (kind: string) => boolean) {
      if (user === userId) return
      user = userId
      const stored = readStored<Stored | null>('session', key, null)
      if (stored?.user !== userId) return set(empty)
      const tabs = stored.state.tabs.filter(({ kind }) => isKind(kind)).map(({ live: _, ...tab }) => tab)
      const known = (id: string | null) => (tabs.some((tab) => tab.id === id) ? id : null)
      const shown = known(stored.state.shown) ?? tabs[0]?.id ?? null
      set({ ...empty, ...stored.state, tabs, shown, beside: known(stored.state.beside) })
    },
    /** Opens a tab, or replaces the one with the same id, and shows it. */
    open(tab: DockTab) {
      const tabs = find(tab.id) ? state.tabs.map((old) => (old.id === tab.id ? tab : old)) : [...state.tabs, tab]
      calls++
      set({ ...state, tabs, shown: tab.id, beside: state.beside === tab.id ? null : state.beside, minimised: false })
    },
    show(id: string, { enter = true } = {}) {
      if (!find(id)) return
      if (enter) calls++
      set({ ...state, shown: id, beside: state.beside === id ? state.shown : state.beside, minimised: false })
    },
    update(id: string, part: Partial<Pick<DockTab, 'data' | 'title' | 'note' | 'live'>>) {
      const tab = find(id)
      if (!tab || Object.entries(part).every(([name, value]) => tab[name as keyof DockTab] === value)) return
      set({ ...state, tabs: state.tabs.map((old) => (old.id === id ? { ...old, ...part } : old)) })
    },
    remove(id: string) {
      const at = state.tabs.findIndex((tab) => tab.id === id)
      if (at < 0) return
      const tabs = state.tabs.filter((tab) => tab.id !== id)
      const next = tabs[Math.min(at, tabs.length - 1)]?.id ?? null
      const shown = state.shown === id ? (state.beside ?? next) : state.shown
      const beside = state.beside === id || state.beside === shown ? null : state.beside
      set(tabs.length > 0 ? { ...state, tabs, shown, beside } : empty)
    },
    /** Shows the tab beside the selected one; with null, only the selected one. */
    putBeside(id: string | null) {
      set({ ...state, beside: id })
    },
    minimise: () => set({ ...state, minimised: true, whole: false }),
    raise() {
      calls++
      set({ ...state, minimised: false })
    },
    toggleWhole: () => set({ ...state, whole: !state.whole }),
  }
}

export const dock = createDock()
