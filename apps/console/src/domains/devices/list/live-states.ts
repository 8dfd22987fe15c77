import type { ConfigState } from '@longreach/contract/devices/constants'
import type { DeviceState } from '@longreach/contract/live'
import { useSyncExternalStore } from 'react'
import { live } from '../../../api/live.ts'

export interface LiveState extends DeviceState {
  /** Number of changes of status: a flash restarts with each. */
  changes: number
}

/** Milliseconds between visual updates: at most four a second, however many events arrive. */
const period = 250

/** The newest state of devices from events, until a fetched row is newer. */
export function createLiveStates(subscribe: typeof live.on) {
  const states = new Map<number, LiveState>()
  const waiting = new Map<number, DeviceState>()
  const listeners = new Map<number, Set<() => void>>()
  const statusListeners = new Set<(changed: readonly LiveState[]) => void>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    timer = undefined
    const changed: LiveState[] = []
    for (const [id, state] of waiting) {
      const old = states.get(id)
      const moved = old !== undefined && old.status !== state.status
      const next = { ...state, changes: (old?.changes ?? 0) + (moved ? 1 : 0) }
      states.set(id, next)
      // Only the component with the row knows whether a first event changes anything.
      if (moved || old === undefined) changed.push(next)
      for (const listener of listeners.get(id) ?? []) listener()
    }
    waiting.clear()
    if (changed.length > 0) for (const listener of statusListeners) listener(changed)
  }

  subscribe('DeviceStateChanged', ({ data }) => {
    waiting.set(data.id, data)
    if (timer === undefined) timer = setTimeout(flush, period)
  })

  return {
    get: (id: number) => states.get(id),
    listen(id: number, listener: () => void) {
      const set = listeners.get(id) ?? new Set()
      set.add(listener)
      listeners.set(id, set)
      return () => {
        set.delete(listener)
        if (set.size === 0) listeners.delete(id)
      }
    },
    /** Calls the listener with devices whose status differs from their last event, or that have their first event. */
    onStatus(listener: (changed: readonly LiveState[]) => void) {
      statusListeners.add(listener)
      return () => statusListeners.delete(listener)
    },
  }
}

export const liveStates = createLiveStates(live.on)

interface Known {
  id: number
  status: number | null
  last_update_at: string | null
  last_connection_at: string | null
  config_state: ConfigState
}

const newest = (state: { last_update_at: string | null; last_connection_at: string | null }) =>
  [state.last_update_at ?? '', state.last_connection_at ?? ''].sort().at(-1) as string

/** A fetched device with its live state merged in, unless the fetched one is newer. */
export function useLiveDevice<Row extends Known>(row: Row): Row & { changes: number } {
  const state = useSyncExternalStore(
    (listener) => liveStates.listen(row.id, listener),
    () => liveStates.get(row.id),
  )
  if (!state || newest(state) < newest(row)) return { ...row, changes: 0 }
  const { status, offline_reason, signal, connection_type, operator, last_update_at, last_connection_at } = state
  const config_state = state.config_state ?? row.config_state
  const changes = state.changes + (state.changes === 0 && row.status !== status ? 1 : 0)
  return {
    ...row,
    status,
    offline_reason,
    signal,
    connection_type,
    operator,
    config_state,
    last_update_at,
    last_connection_at,
    changes,
  }
}
