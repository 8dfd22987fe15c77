import { EventEmitter } from 'node:events'
import type { Topic } from './topic.ts'

export interface Bus {
  publish<Message>(topic: Topic<Message>, message: NoInfer<Message>): void
  /** Returns the function that unsubscribes. */
  subscribe<Message>(topic: Topic<Message>, listener: (message: Message) => void): () => void
}

/** A bus within one process. */
export function createBus(onError: (error: unknown) => void): Bus {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(100)
  return {
    publish({ name }, message) {
      emitter.emit(name, message)
    },
    subscribe({ name }, listener) {
      const guarded = (message: Parameters<typeof listener>[0]) => {
        try {
          listener(message)
        } catch (error) {
          onError(error)
        }
      }
      emitter.on(name, guarded)
      return () => emitter.off(name, guarded)
    },
  }
}
