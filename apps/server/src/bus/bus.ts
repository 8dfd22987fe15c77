import { EventEmitter } from 'node:events'
import type { Topics } from './topics.ts'

export interface Bus {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void
  /** Returns the function that unsubscribes. */
  subscribe<T extends keyof Topics>(topic: T, listener: (message: Topics[T]) => void): () => void
}

/** A bus within one process. */
export function createBus(onError: (error: unknown) => void): Bus {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(100)
  return {
    publish(topic, message) {
      emitter.emit(topic, message)
    },
    subscribe(topic, listener) {
      const guarded = (message: Parameters<typeof listener>[0]) => {
        try {
          listener(message)
        } catch (error) {
          onError(error)
        }
      }
      emitter.on(topic, guarded)
      return () => emitter.off(topic, guarded)
    },
  }
}
