import './texts.ts'
import type { Endpoint } from '@longreach/contract/endpoint'
import i18next from 'i18next'
import { useRef } from 'react'
import { call } from '../api/call.ts'
import { messageOf } from '../api/error.ts'
import { formatCount } from '../ui/format.ts'
import { toast } from '../ui/toast.ts'
import { confirm, type Question } from '../windows/confirm.tsx'
import type { Choice } from './choice.ts'

/** How many rows a filter stands for now: rows come to it and leave it while somebody reads. */
export type CountNow = (filter: Record<string, string>) => Promise<number>

/** Hears how many rows a window stands for when they are no longer those it was opened for. */
export type OnCount = (count: number) => void

export const countBy = (list: Endpoint): CountNow => {
  return async (filter) => (await call(list, { query: { ...filter, limit: 1 } as never })).meta.total ?? 0
}

/** Of a long list that changes by itself, such as of what is online, one row more or less would be asked about for ever. */
export const living = 0.01

const differs = (count: number, said: number, slack: number) => Math.abs(count - said) > said * slack

/**
 * What is run before a window changes its rows. A filter may stand for more or fewer than when the window was opened, by
 * more than `slack` (0…1) of what was said: that is thrown, and taken as read at the next press.
 */
export function useRecount(
  choice: Choice,
  countNow: CountNow,
  { slack = 0, onCount }: { slack?: number; onCount?: OnCount } = {},
): () => Promise<void> {
  const said = useRef(choice.count)
  return async () => {
    if ('ids' in choice) return
    const count = await countNow(choice.filter)
    const before = said.current
    if (!differs(count, before, slack)) return
    said.current = count
    onCount?.(count)
    throw new Error(i18next.t('ui:table.counted', { formatted: formatCount(count), before: formatCount(before) }))
  }
}

/**
 * Asks about rows; once more when a filter has come to stand for more or fewer than were asked about, by more than
 * `slack` (0…1) of them. Notifies and returns false when they cannot be counted.
 */
export async function confirmRows(
  choice: Choice,
  countNow: CountNow,
  question: (count: number) => Question,
  slack = 0,
): Promise<boolean> {
  if (!(await confirm(question(choice.count)))) return false
  if ('ids' in choice) return true
  try {
    const count = await countNow(choice.filter)
    return !differs(count, choice.count, slack) || confirmRows({ ...choice, count }, countNow, question, slack)
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
}
