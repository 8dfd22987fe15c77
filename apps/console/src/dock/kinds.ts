import type { DockKind } from '../registry/domain.ts'
import { registeredDomains } from '../registry/registered.ts'
import { loadLazy } from '../ui/lazy.ts'
import { dock } from './store.ts'

const loaded = new Map<string, Promise<DockKind>>()

const ownerOf = (name: string) => registeredDomains().find((domain) => domain.dock?.kinds.includes(name))?.dock

export const isKind = (name: string): boolean => ownerOf(name) !== undefined

async function load(name: string): Promise<DockKind> {
  const owner = ownerOf(name)
  const kind = owner && (await loadLazy(owner.load)).kinds[name]
  if (!kind) throw new Error(`No domain has tabs of the kind ${name}`)
  return kind
}

/** Loads the parts that a domain draws in tabs of the kind. */
export function kindOf(name: string): Promise<DockKind> {
  const kind = loaded.get(name) ?? load(name)
  loaded.set(name, kind)
  return kind
}

/** Ends the work of a tab and closes it; false if the user cancels. */
export async function closeTab(id: string): Promise<boolean> {
  const tab = dock.find(id)
  if (!tab) return true
  const { leave } = await kindOf(tab.kind)
  if (leave && !(await leave(tab))) return false
  dock.remove(id)
  return true
}
