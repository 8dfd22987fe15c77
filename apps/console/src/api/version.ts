import { readStored, writeStored } from './browser-storage.ts'

/** What the server's `/versionWorker.js` says of the console it has. */
export interface ServedVersion {
  version: string
  timestamp: number
}

const versionKey = 'spa_version'
const stampKey = 'current_version_timestamp'

/** Milliseconds between questions: a page may stay open for weeks. */
const askEvery = 3_600_000
/** Milliseconds between the news and the prompt (spec §9). */
const promptAfter = 1000

/** The build this page is of, as the server wrote it into the page; null where there is no built page. */
const ownStamp = () => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? null

/** Notes what this page is of; later answers are held against it. */
export function noteVersion(): void {
  const stamp = ownStamp()
  if (stamp === null) return
  writeStored('local', versionKey, __APP_VERSION__)
  writeStored('local', stampKey, Number(stamp))
}

/** What calls say they come from. */
export const spaVersion = () => readStored('local', versionKey, __APP_VERSION__)

/** Not now: the note is void, so that the next answer asks again. */
export function askLater(): void {
  writeStored('local', stampKey, 0)
}

/**
 * Asks the server now and every hour for its version; `tell` hears, a second later, of one that is not this page's.
 * Never on localhost, where consoles are built. Ends when the answer is called.
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
    // Away for the moment; the next question comes.
    worker.onerror = () => worker.terminate()
  }
  ask()
  const timer = setInterval(ask, askEvery)
  return () => {
    clearInterval(timer)
    clearTimeout(prompt)
  }
}
