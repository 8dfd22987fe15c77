import { formatTime } from '@longreach/contract/time'
import type { Db } from '../../db/client.ts'
import { readReports } from './reports.ts'
import type { Window } from './samples.ts'

const dayMs = 86_400_000

/** Every reported value of the parameters, a day at a time, oldest first. */
export async function* rawValues(db: Db, { deviceId, from, to }: Window, names: readonly string[]) {
  for (let at = from.getTime(); at < to.getTime(); at += dayMs) {
    const until = new Date(Math.min(at + dayMs, to.getTime()))
    const reports = await readReports(db, { deviceId, from: new Date(at), to: until }, names)
    yield reports.flatMap(({ ts, values }) =>
      names.flatMap((parameter, index) => {
        const value = values[index] ?? null
        return value === null ? [] : [{ created_at: formatTime(ts), parameter, value }]
      }),
    )
  }
}
