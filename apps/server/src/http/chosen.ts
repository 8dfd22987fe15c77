import { mostChosen } from '@longreach/contract/choice'
import { Problem } from './problem.ts'

const refused = (message: string) => new Problem('VALIDATION_FAILED', { source: 'filter', message })

/** Ids of the rows a bulk call names, or of those its filter stands for; `find` answers them in scope, at most so many. */
export async function chosenIds(
  named: readonly number[] | undefined,
  find: (most: number) => Promise<number[]>,
  most = mostChosen,
): Promise<number[]> {
  if (named) return [...new Set(named)]
  const ids = await find(most + 1)
  if (ids.length === 0) throw refused('Nothing matches the filter')
  if (ids.length > most) throw refused(`The filter stands for more than ${most} rows; narrow it`)
  return ids
}
