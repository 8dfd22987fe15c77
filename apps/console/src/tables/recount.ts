import './texts.ts'
import type { Endpoint } from '@longreach/contract/endpoint'
import i18next from 'i18next'
import { useRef } from 'react'
import { call } from '../api/call.ts'
import { messageOf } from '../api/error.ts'
import { formatCount } from '../ui/format.ts'
import { toast } from '../ui/toast.ts'
import { confirm, type Question } from '../windows/confirm.tsx'
import type { SelectedRows } from './selected-rows.ts'

/** Counts the rows that currently match a filter: rows may be added and removed while the user reads. */
export type CountNow = (filter: Record<string, string>) => Promise<number>

/** Receives the count of rows when it differs from that for which the window was opened. */
export type OnCount = (count: number) => void

export const countBy = (list: Endpoint): CountNow => {
  return async (filter) => (await call(list, { query: { ...filter, limit: 1 } as never })).meta.total ?? 0
}

/** A long list that changes by itself, such as of online devices, would have to be confirmed again and again. */
export const living = 0.01

const differs = (count: number, said: number, slack: number) => Math.abs(count - said) > said * slack

/**
 * Runs before a window changes its rows. Throws if the number of matching rows has changed by more than the share
 * `slack` (0…1) since the window was opened; the next press confirms the new count.
 */
export function useRecount(
  selected: SelectedRows,
  countNow: CountNow,
  { slack = 0, onCount }: { slack?: number; onCount?: OnCount } = {},
): () => Promise<void> {
  const said = useRef(selected.count)
  return async () => {
    if ('ids' in selected) return
    const count = await countNow(selected.filter)
    const before = said.current
    if (!differs(count, before, slack)) return
    said.current = count
    onCount?.(count)
    throw new Error(i18next.t('ui:table.counted', { formatted: formatCount(count), before: formatCount(before) }))
  }
}

/**
 * Confirms an action on rows, and again if the number of matching rows has changed by more than the share `slack` (0…1)
 * since. Notifies the user and returns false if they cannot be counted.
 */
export async function confirmRows(
  selected: SelectedRows,
  countNow: CountNow,
  question: (count: number) => Question,
  slack = 0,
): Promise<boolean> {
  if (!(await confirm(question(selected.count)))) return false
  if ('ids' in selected) return true
  try {
    const count = await countNow(selected.filter)
    return !differs(count, selected.count, slack) || confirmRows({ ...selected, count }, countNow, question, slack)
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
}
