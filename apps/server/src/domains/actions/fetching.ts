import { findActionKind } from '@longreach/contract/actions/kinds'
import { type Text, text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import { downloadProgress } from './device-files/downloads.ts'
import { stepOf } from './next-state.ts'

interface Row {
  id: number
  kind: string
  state: string
  step: number
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2)

function isFetching({ kind, state, step }: Row): boolean {
  const found = findActionKind(kind)
  return (state === 'sent' || state === 'running') && found !== undefined && stepOf(found, step).verb === 'fetch'
}

/** Progress for those of the targets whose device is fetching content; shown in place of their message. */
export async function fetchingMessages(db: Db, targets: readonly Row[]): Promise<ReadonlyMap<number, Text>> {
  const ids = targets.filter(isFetching).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  return new Map(
    [...(await downloadProgress(db, ids))].map(([id, { released, size }]) => [
      id,
      text('actions.fetching', { done: megabytes(released), total: megabytes(size) }),
    ]),
  )
}
