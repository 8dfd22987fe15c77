import type { Tx } from '../db/client.ts'
import type { EventData, EventType } from './catalogue.ts'

/** An event as delivered to a handler. */
export type DeliveredEvent<T extends EventType = EventType> = {
  [K in T]: {
    /** The same for each attempt: the idempotency key for effects outside the transaction. */
    id: number
    type: K
    data: EventData<K>
    /** Start of the transaction that emitted it. */
    at: Date
  }
}[T]

export interface EventHandler {
  /** `<module>.<what it does>`; stored with waiting events, so a rename is a removal and an addition. */
  name: string
  types: readonly EventType[]
  /**
   * Runs in the transaction that deletes the events, so its changes happen exactly once. Effects outside the database
   * are jobs sent in it. Events come in batches, in order for each subject; `after` runs effects after the commit.
   */
  handle(tx: Tx, events: readonly DeliveredEvent[], after: (effect: () => void) => void): Promise<void>
}

export function eventHandler<T extends EventType>(
  name: string,
  types: readonly T[],
  handle: (tx: Tx, events: readonly DeliveredEvent<T>[], after: (effect: () => void) => void) => Promise<void>,
): EventHandler {
  return { name, types, handle: handle as unknown as EventHandler['handle'] }
}
