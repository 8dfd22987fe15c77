import { readStored, writeStored } from './browser-storage.ts'

/** Content of `/versionWorker.js` about the console that the server serves. */
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

/** The build of this page, which the server wrote into it; null in development. */
const ownStamp = () => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? null

/** Records the version of this page; later responses are compared with it. */
export function noteVersion(): void {
  const stamp = ownStamp()
  if (stamp === null) return
  writeStored('local', versionKey, __APP_VERSION__)
  writeStored('local', stampKey, Number(stamp))
}

/** The version that is sent with calls. */
export const spaVersion = () => readStored('local', versionKey, __APP_VERSION__)

/** The user declined: clears the record, so that the next response prompts again. */
export function askLater(): void {
  writeStored('local', stampKey, 0)
}

/**
 * Checks the server's version now and every hour; a second after it differs from that of this page, `notify` is called.
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
