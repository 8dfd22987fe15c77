import type { Difference, DifferenceLine } from '@longreach/contract/configs/schemas'
import { text } from '@longreach/contract/i18n'
import { diffArrays } from 'diff'
import type { Line } from './shown-lines.ts'
import type { SentLine } from './uci/sent.ts'

/** Equal lines that are shown around each change. */
const around = 3
/** Most edits; beyond them the rest is shown as replaced, since finding the shortest difference would take seconds. */
const mostEdits = 1200

/** The difference of two texts; equal lines far from any change are left out. */
export function differenceOf(before: readonly Line[], after: readonly Line[]): Difference {
  const from = before.map((line) => line.text)
  const to = after.map((line) => line.text)
  const parts = diffArrays(from, to, { maxEditLength: mostEdits }) ?? [
    { value: from, removed: true, added: false },
    { value: to, removed: false, added: true },
  ]
  const lines: DifferenceLine[] = []
  let [old, current] = [0, 0]
  for (const { value, removed, added } of parts) {
    for (let at = 0; at < value.length; at++) {
      if (removed) lines.push({ kind: 'removed', text: before[old]?.shown ?? '', before: ++old, after: null })
      else if (added) lines.push({ kind: 'added', text: after[current]?.shown ?? '', before: null, after: ++current })
      else lines.push({ kind: 'same', text: after[current]?.shown ?? '', before: ++old, after: ++current })
    }
  }
  const shown = (kind: 'added' | 'removed') => lines.filter((line) => line.kind === kind).map((line) => line.text)
  const [added, removed] = [shown('added'), shown('removed')]
  return {
    added: added.length,
    removed: removed.length,
    hidden_only: added.length > 0 && added.join('\n') === removed.join('\n'),
    lines: withGaps(lines),
  }
}

/** Everything that a device gets, where that cannot be compared with what it has. */
export const differenceOfSent = (sent: readonly SentLine[]): Difference => ({
  added: sent.filter(({ kind }) => kind === 'added').length,
  removed: sent.filter(({ kind }) => kind === 'removed').length,
  hidden_only: false,
  lines: sent.map((line, at) => ({ ...line, before: null, after: at + 1 })),
})

/** Fewer equal lines than this are shown, not left out. */
const gapFrom = 3

function withGaps(lines: readonly DifferenceLine[]): DifferenceLine[] {
  const near = new Set<number>()
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same') for (let at = index - around; at <= index + around; at++) near.add(at)
  const shown: DifferenceLine[] = []
  let equal: DifferenceLine[] = []
  const close = () => {
    const { length } = equal
    if (length < gapFrom) shown.push(...equal)
    else shown.push({ kind: 'gap', text: text('configs.equal_lines', { count: length }), before: null, after: null })
    equal = []
  }
  for (const [index, line] of lines.entries()) {
    if (!near.has(index)) equal.push(line)
    else {
      close()
      shown.push(line)
    }
  }
  close()
  return shown
}
