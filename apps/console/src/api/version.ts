import { readStored, writeStored } from './browser-storage.ts'

/** The server's `/versionWorker.js` about the console it serves. */
export interface ServedVersion {
  version: string
  timestamp: number
}

const versionKey = 'spa_version'
const stampKey = 'current_version_timestamp'

/** Milliseconds between checks: a page may stay open for weeks. */
const askEvery = 3_600_000
/** Milliseconds between the detection and the prompt (spec §9). */
const promptAfter = 1000

/** The build of this page, as the server wrote it into the page; null if the page was not built. */
const ownStamp = () => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? null

/** Records the version of this page; later responses are compared with it. */
export function noteVersion(): void {
  const stamp = ownStamp()
  if (stamp === null) return
  writeStored('local', versionKey, __APP_VERSION__)
  writeStored('local', stampKey, Number(stamp))
}

/** The version that calls send. */
export const spaVersion = () => readStored('local', versionKey, __APP_VERSION__)

/** Declined: the record is cleared, so that the next response prompts again. */
export function askLater(): void {
  writeStored('local', stampKey, 0)
}

/**
 * Checks the server's version now and every hour; a second later `notify` is called for one that is not this page's.
 * Never on localhost, where consoles are built. Ends when the returned function is called.
 */
export function watchVersion(notify: (served: ServedVersion) => void, host = location.hostname): () => void {
  if (host === 'localhost' || ownStamp() === null) return () => {}
  let prompt: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    const worker = new Worker('/versionWorker.js')
    worker.onmessage = ({ data }: MessageEvent<ServedVersion>) => {
      worker.terminate()
      if (data.timestamp === readStored('local', stampKey, 0)) return
      clearTimeout(prompt)
      prompt = setTimeout(() => notify(data), promptAfter)
    }
    // Unavailable at the moment; the next check follows.
    worker.onerror = () => worker.terminate()
  }
  ask()
  const timer = setInterval(ask, askEvery)
  return () => {
    clearInterval(timer)
    clearTimeout(prompt)
  }
}
