import type { Item } from '@longreach/contract/dashboards/layout'
import type { Widget } from '@longreach/contract/dashboards/widgets'

/** The edited content: the positions of the widgets, and their settings. */
export interface Content {
  items: readonly Item[]
  widgets: readonly Widget[]
}

/** The current content with the steps for undo and redo. */
export interface Steps {
  past: readonly Content[]
  present: Content
  future: readonly Content[]
}

const most = 100

export const startSteps = (present: Content): Steps => ({ past: [], present, future: [] })

export const take = ({ past, present }: Steps, next: Content): Steps => ({
  past: [...past, present].slice(-most),
  present: next,
  future: [],
})

export function undo(steps: Steps): Steps {
  const before = steps.past.at(-1)
  if (!before) return steps
  return { past: steps.past.slice(0, -1), present: before, future: [steps.present, ...steps.future] }
}

export function redo(steps: Steps): Steps {
  const [next, ...future] = steps.future
  return next ? { past: [...steps.past, steps.present], present: next, future } : steps
}

export const sameContent = (one: Content, other: Content): boolean => JSON.stringify(one) === JSON.stringify(other)
