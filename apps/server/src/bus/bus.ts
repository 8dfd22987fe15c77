import { EventEmitter } from 'node:events'
import type { DeviceState } from '@longreach/contract/live'
import type { Notification } from '@longreach/contract/notifications/schemas'
import type { KeptEvent } from '../http/channels.ts'

/** Hints between parts of the house. Losing one loses nothing but a moment: what must happen is a job. */
export interface Topics {
  /** A device's latest state moved. */
  'device.state': DeviceState
  'device.created': { id: number; name: string; userId: number | null; enrolmentKeyId: number | null }
  'device.removed': { id: number }
  /** The device's link has to be closed at once. */
  'device.dropped': { id: number; code: number; reason: string }
  'session.ended': { id: number }
  /** What these users may has changed: what is open has to follow at once. */
  'rights.changed': { userIds: readonly number[] }
  'notification.created': { userId: number; notification: Notification }
  /** A remote session has to end at once. */
  'remote.closed': { id: number; reason: string }
  /** Events of one user's channel. */
  'channel.events': { channel: string; events: readonly KeptEvent[] }
  /** Actions wait to be sent; without ids anybody's. */
  'actions.queued': { deviceIds?: readonly number[] }
}

export interface Bus {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void
  /** Returns the function that ends the subscription. */
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
