import type { Tx } from '../db/client.ts'
import type { EventData, EventType } from './catalogue.ts'

/** An event as its handler gets it. */
export type DeliveredEvent<T extends EventType = EventType> = {
  [K in T]: {
    /** The same at each attempt: the idempotency key of what is done outside the transaction. */
    id: number
    type: K
    data: EventData<K>
    /** When the transaction that emitted it began. */
    at: Date
  }
}[T]

export interface EventHandler {
  /** `<module>.<what it does>`; stored with waiting events, so a rename is the removal of one and a new one. */
  name: string
  types: readonly EventType[]
  /**
   * Does the work in the transaction that deletes the events: it happens once. What reaches outside of the database is a job
   * sent in it. Events come in batches, in order for each subject; `after` runs effects after the commit.
   */
  handle(tx: Tx, events: readonly DeliveredEvent[], after: (effect: () => void) => void): Promise<void>
}

/** Declares a handler of events of some types. */
export function eventHandler<T extends EventType>(
  name: string,
  types: readonly T[],
  handle: (tx: Tx, events: readonly DeliveredEvent<T>[], after: (effect: () => void) => void) => Promise<void>,
): EventHandler {
  return { name, types, handle: handle as unknown as EventHandler['handle'] }
}
