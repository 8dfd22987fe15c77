import { endsWork, pollingPath, type StatusEvent } from '@longreach/contract/live'
import { type Live, live } from './live.ts'

/** All steps of one key so far, oldest first. */
export type StepsListener = (key: string, steps: readonly StatusEvent[]) => void

/** Milliseconds between polls while the socket is unavailable. */
const pollEvery = 1000

async function poll(channel: string): Promise<Record<string, StatusEvent[]>> {
  const response = await fetch(`${pollingPath}/${channel}`, { credentials: 'same-origin' })
  // The channel does not exist before its first event.
  if (!response.ok) return {}
  return ((await response.json()) as { data: Record<string, StatusEvent[]> }).data
}

/** The last step of a key; rejects if it does not arrive within `patience` milliseconds. */
export function endOfWork(channel: string, patience: number, socket: Live = live): Promise<StatusEvent> {
  return new Promise((resolve, reject) => {
    const stop = followChannel(
      channel,
      (_key, steps) => {
        const last = steps.at(-1)
        if (!last || !endsWork(last)) return
        clearTimeout(timer)
        stop()
        resolve(last)
      },
      socket,
    )
    const timer = setTimeout(() => {
      stop()
      reject(new Error(`Nothing was heard on ${channel}`))
    }, patience)
  })
}

/**
 * Follows work by its channel (rms-domain §1.1): over the socket, and by polling while that is unavailable.
 * Earlier events come first. Ends when the returned function is called.
 */
export function followChannel(channel: string, notify: StepsListener, socket: Live = live): () => void {
  const steps = new Map<string, Map<number, StatusEvent>>()
  const seenCounts = new Map<string, number>()
  let ended = false

  const publishNew = (key: string, list: readonly StatusEvent[]) => {
    if (ended || list.length <= (seenCounts.get(key) ?? 0)) return
    seenCounts.set(key, list.length)
    notify(key, list)
  }
  const ends = [
    socket.on('ActionStatusUpdated', ({ channel: of, events }) => {
      if (of !== channel) return
      const touched = new Set<string>()
      for (const { id, key, data } of events) {
        const known = steps.get(key) ?? new Map<number, StatusEvent>()
        steps.set(key, known.set(id, data))
        touched.add(key)
      }
      for (const key of touched) {
        const known = [...(steps.get(key) ?? [])].sort(([a], [b]) => a - b)
        publishNew(
          key,
          known.map(([, event]) => event),
        )
      }
    }),
    socket.join(channel),
  ]
  const look = async () => {
    if (socket.connected()) return
    // A failed poll is ignored: the next one comes soon.
    const keys = await poll(channel).catch(() => ({}))
    for (const [key, list] of Object.entries(keys)) publishNew(key, list)
  }
  void look()
  const timer = setInterval(() => void look(), pollEvery)
  return () => {
    ended = true
    clearInterval(timer)
    for (const end of ends) end()
  }
}
