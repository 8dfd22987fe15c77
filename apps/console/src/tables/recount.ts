import type { Endpoint } from '@longreach/contract/endpoint'
import i18next from 'i18next'
import { useRef } from 'react'
import { call } from '../api/call.ts'
import { formatCount } from '../ui/format.ts'
import { confirm, type Question } from '../windows/confirm.tsx'
import type { Choice } from './choice.ts'

/** How many rows a filter stands for now: rows come to it and leave it while somebody reads. */
export type CountNow = (filter: Record<string, string>) => Promise<number>

const countBy = (list: Endpoint): CountNow => {
  return async (filter) => (await call(list, { query: { ...filter, limit: 1 } as never })).meta.total ?? 0
}

/** Of a long list that lives, such as of what is online, one row more would be asked about without end. */
const grew = (count: number, said: number) => count > said * 1.01

/**
 * What is run before a window changes its rows. A filter may stand for more than when the window was opened: that is
 * thrown, and taken as read at the next press.
 */
export function useRecount(choice: Choice, countNow: CountNow | Endpoint): () => Promise<void> {
  const said = useRef(choice.count)
  return async () => {
    if ('ids' in choice) return
    const count = await (typeof countNow === 'function' ? countNow : countBy(countNow))(choice.filter)
    const before = said.current
    if (!grew(count, before)) return
    said.current = count
    throw new Error(i18next.t('ui:table.counted', { formatted: formatCount(count), before: formatCount(before) }))
  }
}

/** Asks about rows of a list; once more when a filter stands for more than were asked about. */
export async function confirmRows(
  choice: Choice,
  list: Endpoint,
  question: (count: number) => Question,
): Promise<boolean> {
  if (!(await confirm(question(choice.count)))) return false
  if ('ids' in choice) return true
  const count = await countBy(list)(choice.filter)
  return !grew(count, choice.count) || confirmRows({ ...choice, count }, list, question)
}
