import { type AlertSource, alertEvent, alertEventIds } from '@longreach/contract/alerts/events'
import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import { messagesMissed } from '../../bus/topic.ts'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { alertRulesChanged } from './topics.ts'

/** Observations that are evaluated as they arrive. */
export type Followed = Extract<AlertSource, 'report' | 'presence'>

const eventsOf = (source: Followed) => alertEventIds.filter((id) => alertEvent(id).source === source)

/** In-memory set of the devices with enabled rules: reports of all others pass without a query. */
export interface WatchedDevices {
  /** True if the device has rules for that kind of observation. */
  has(source: Followed, deviceId: number): boolean
  /**
   * Resolves once the set is loaded. It is read in the caller's transaction, which must not wait for another
   * connection.
   */
  ready(tx: Db): Promise<void>
}

type Sets = Record<Followed, Set<number>>

async function readWatched(db: Db, source: Followed, deviceIds: readonly number[] | null): Promise<number[]> {
  const { rows } = await sql<{ device_id: number }>`
    SELECT DISTINCT r.device_id FROM alert_rules r
    WHERE r.enabled AND r.event = ANY (${eventsOf(source)}::smallint[])
      AND (${deviceIds}::bigint[] IS NULL OR r.device_id = ANY (${deviceIds}::bigint[]))
      AND ${systemScope('background job')}`.execute(db)
  return rows.map(({ device_id }) => device_id)
}

/** Milliseconds until the set is read again: the hint that rules have changed may be lost. */
const freshFor = 60_000

/** `failed` gets the error if the set cannot be read; it is read again with the next report. */
export function createWatchedDevices(
  db: Db,
  bus: Pick<Bus, 'subscribe'>,
  failed: (error: unknown) => void,
  now: () => number = () => performance.now(),
): WatchedDevices {
  const sets: Sets = { report: new Set(), presence: new Set() }
  const sources = Object.keys(sets) as Followed[]
  let loaded = false
  let loadedAt = 0
  let loading: Promise<void> | undefined
  /** Incremented with each change: a set read before a change may lack it. */
  let changes = 0

  async function load(reader: Db): Promise<void> {
    let read: number
    do {
      read = changes
      loadedAt = now()
      for (const source of sources) sets[source] = new Set(await readWatched(reader, source, null))
    } while (read !== changes)
    loaded = true
  }

  const loadOnce = (reader: Db): Promise<void> => {
    loading ??= load(reader).finally(() => {
      loading = undefined
    })
    return loading
  }

  async function refresh(deviceIds: readonly number[]): Promise<void> {
    const change = ++changes
    if (!loaded) return
    for (const source of sources) {
      const found = new Set(await readWatched(db, source, deviceIds))
      // A later change reads the whole set again, so that the two do not overtake each other.
      if (change !== changes) return void (await loadOnce(db))
      for (const id of deviceIds) {
        if (found.has(id)) sets[source].add(id)
        else sets[source].delete(id)
      }
    }
  }

  const isFresh = () => loaded && now() - loadedAt < freshFor

  async function ready(tx: Db): Promise<void> {
    if (isFresh()) return
    // Another transaction may be reading it and fail.
    await loading?.catch(() => {})
    if (!isFresh()) await loadOnce(tx)
  }

  const retried = (error: unknown) => {
    loaded = false
    failed(error)
  }
  bus.subscribe(messagesMissed, () => {
    changes++
    loadOnce(db).catch(retried)
  })
  bus.subscribe(alertRulesChanged, ({ deviceIds }) => {
    refresh(deviceIds).catch(retried)
  })

  return {
    has: (source, deviceId) => sets[source].has(deviceId),
    ready,
  }
}
