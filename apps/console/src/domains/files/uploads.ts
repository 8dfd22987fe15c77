import type { FileType, UploadType } from '@longreach/contract/files/constants'
import { fileLimits } from '@longreach/contract/files/constants'
import {
  cancelUpload,
  finishUpload,
  getUpload,
  sendPart,
  startGlobalUpload,
  startUpload,
} from '@longreach/contract/files/endpoints'
import { createImage } from '@longreach/contract/files/image-endpoints'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { upload } from '../../api/upload.ts'

export interface Destination {
  /** Null for firmware for all companies. */
  company_id: number | null
  type: FileType | 'image'
  description?: string | undefined
}

type State = 'waiting' | 'sending' | 'paused' | 'offline' | 'finishing' | 'done' | 'failed'

export interface UploadItem {
  key: number
  file: File
  destination: Destination
  /** Identifies a repeated upload to the server. */
  uploadKey: string
  state: State
  /** Bytes that the server has. */
  sent: number
  /** Null until the upload was started. */
  id: number | null
  error: string | null
}

/** Bytes per part: more if a part took less than `quick` milliseconds, fewer if it took longer than `slow`. */
const parts = { first: 512 * 1024, least: 128 * 1024, most: fileLimits.part, quick: 500, slow: 4000 } as const
/** Milliseconds between attempts without a connection. */
const pauses = { first: 1000, most: 15_000 } as const

let items: readonly UploadItem[] = []
let keys = 0
const listeners = new Set<() => void>()
const running = new Map<number, AbortController>()

export const readUploads = (): readonly UploadItem[] => items

export function watchUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function publish(next: readonly UploadItem[]): void {
  items = next
  for (const listener of listeners) listener()
}

const find = (key: number) => items.find((item) => item.key === key)
const update = (key: number, change: Partial<UploadItem>) =>
  publish(items.map((item) => (item.key === key ? { ...item, ...change } : item)))

const isBusy = ({ state }: UploadItem) => ['sending', 'offline', 'finishing'].includes(state)

/** The browser asks before it closes a page with uploads in progress. */
function beforeUnload(event: BeforeUnloadEvent): void {
  if (items.some((item) => isBusy(item) || item.state === 'waiting')) event.preventDefault()
}

/** Works without HTTPS too, where browsers have no `randomUUID`. */
const newUploadKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Adds uploads, which continue across pages, one after the other. */
export function addUploads(files: readonly File[], destination: Destination): void {
  const added = files.map(
    (file): UploadItem => ({
      key: ++keys,
      file,
      destination,
      uploadKey: newUploadKey(),
      state: 'waiting',
      sent: 0,
      id: null,
      error: null,
    }),
  )
  window.addEventListener('beforeunload', beforeUnload)
  publish([...items.filter(({ state }) => state !== 'done'), ...added])
  startNext()
}

function startNext(): void {
  if (items.some(isBusy)) return
  const next = items.find(({ state }) => state === 'waiting')
  if (next) void run(next.key)
  else if (items.every(({ state }) => state === 'done' || state === 'failed'))
    window.removeEventListener('beforeunload', beforeUnload)
}

export function pauseUpload(key: number): void {
  update(key, { state: 'paused' })
  running.get(key)?.abort()
  startNext()
}

export function resumeUpload(key: number): void {
  update(key, { state: 'waiting', error: null })
  startNext()
}

export function removeUpload(key: number): void {
  const item = find(key)
  publish(items.filter((one) => one.key !== key))
  running.get(key)?.abort()
  // The server removes an incomplete upload after a day anyway.
  if (item?.id && item.state !== 'done') call(cancelUpload, { params: { id: item.id } }).catch(() => {})
  startNext()
}

/** In hex; undefined if the browser cannot compute it, which needs HTTPS. */
async function checksum(file: File): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function start({ file, destination }: UploadItem, signal: AbortSignal): Promise<number> {
  const { company_id, type, description } = destination
  const body = { name: file.name, size: file.size, ...(description ? { description } : {}) }
  const { data } =
    company_id === null
      ? await call(startGlobalUpload, { body }, signal)
      : await call(startUpload, { body: { ...body, company_id, type: type as UploadType } }, signal)
  return data.id
}

/** Sends the bytes that the server does not have yet. */
async function send(key: number, id: number, file: File, signal: AbortSignal): Promise<void> {
  let sent = (await call(getUpload, { params: { id } }, signal)).data.received
  let size: number = parts.first
  update(key, { sent, state: 'sending' })
  while (sent < file.size) {
    const startedAt = performance.now()
    const bytes = file.slice(sent, sent + size)
    const { data } = await call(sendPart, { params: { id }, query: { offset: sent } }, signal, { bytes })
    sent = data.received
    const took = performance.now() - startedAt
    if (took < parts.quick) size = Math.min(parts.most, size * 2)
    else if (took > parts.slow) size = Math.max(parts.least, size / 2)
    update(key, { sent })
  }
}

/** Temporary failures of the network or the server, and an unexpected offset of a part. */
const passes = (error: unknown) =>
  error instanceof ApiError &&
  ([0, 408, 429].includes(error.status) || error.status >= 502 || (error.status === 409 && error.source === 'offset'))

/** Resolves after a while, or as soon as the browser is online again. */
function untilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const go = () => {
      clearTimeout(timer)
      resolve()
    }
    window.addEventListener('online', go, { once: true, signal })
    signal.addEventListener('abort', go, { once: true })
  })
}

/** An image is small: it is sent in one request, and again from the start on failure; the server stores it once. */
async function sendImage({ key, file, destination, uploadKey }: UploadItem, signal: AbortSignal): Promise<void> {
  const { company_id, description } = destination
  const onProgress = (part: number) =>
    update(key, { sent: Math.floor(part * file.size), state: part < 1 ? 'sending' : 'finishing' })
  await upload(
    createImage.path,
    { type: 'device_dashboard', company_id, description, upload_key: uploadKey, image: file },
    { onProgress, signal },
  )
}

async function attempt(key: number, signal: AbortSignal): Promise<void> {
  const item = find(key)
  if (!item) return
  if (item.destination.type === 'image') await sendImage(item, signal)
  else await sendFile(item, signal)
  update(key, { state: 'done' })
}

async function sendFile(item: UploadItem, signal: AbortSignal): Promise<void> {
  const { key } = item
  const id = item.id ?? (await start(item, signal))
  update(key, { id })
  await send(key, id, item.file, signal)
  update(key, { state: 'finishing' })
  const sha256 = await checksum(item.file)
  await call(finishUpload, { params: { id }, body: sha256 === undefined ? {} : { sha256 } }, signal)
}

async function run(key: number): Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  running.set(key, stop)
  update(key, { state: 'sending' })
  let pause: number = pauses.first
  while (!signal.aborted && find(key)?.state !== 'done') {
    const before = find(key)?.sent ?? 0
    try {
      await attempt(key, signal)
    } catch (error) {
      if (signal.aborted) break
      if (!passes(error)) {
        update(key, { state: 'failed', error: messageOf(error) })
        break
      }
      pause = (find(key)?.sent ?? 0) > before ? pauses.first : pause
      update(key, { state: 'offline' })
      await untilOnline(pause, signal)
      pause = Math.min(pauses.most, pause * 2)
    }
  }
  running.delete(key)
  startNext()
}
