import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileLimits } from '@longreach/contract/files/constants'
import { downloadFile, finishUpload, sendPart, startUpload } from '@longreach/contract/files/endpoints'
import { sql } from 'kysely'
import type { Db } from '../apps/server/src/db/client.ts'
import type { TestClient } from '../apps/server/src/test/client.ts'
import { startInstallation } from './installation.ts'
import { usageOf } from './usage.ts'

const files = 10
const chunk = 256 * 1024
/** Milliseconds between readings of the server's memory. */
const every = 50
const mega = 1_000_000

const contentOf = (megabytes: number) => Array.from({ length: files }, () => randomBytes(megabytes * 1024 * 1024))

async function upload(client: TestClient, bytes: Buffer<ArrayBuffer>, name: string): Promise<number> {
  const body = { type: 'device_task_manager_file', name, size: bytes.length } as const
  const started = await client.call(startUpload, { body })
  if (started.status !== 201) throw new Error(started.text)
  const params = { id: started.data.id }
  for (let offset = 0; offset < bytes.length; offset += fileLimits.part) {
    const part = new Uint8Array(bytes.subarray(offset, offset + fileLimits.part))
    const { status, text } = await client.call(sendPart, { params, query: { offset }, bytes: part })
    if (status !== 200) throw new Error(text)
  }
  const { status, data, text } = await client.call(finishUpload, { params, body: {} })
  if (status !== 200) throw new Error(text)
  return data.id
}

/** The same bytes by plain inserts on one connection. */
async function insert(db: Db, contents: readonly Buffer[]): Promise<void> {
  await sql`CREATE TABLE bare_chunks (file int, n int, bytes bytea, PRIMARY KEY (file, n))`.execute(db)
  await sql`ALTER TABLE bare_chunks ALTER bytes SET STORAGE EXTERNAL`.execute(db)
  await db.connection().execute(async (connection) => {
    for (const [file, bytes] of contents.entries()) {
      for (let at = 0; at < bytes.length; at += chunk)
        await sql`INSERT INTO bare_chunks VALUES (${file}, ${at / chunk}, ${bytes.subarray(at, at + chunk)})`.execute(
          connection,
        )
    }
  })
}

interface Peaks {
  heap: number
  /** Including the buffers outside V8's heap. */
  buffers: number
}

/** Growth of the server's heap after a time, in bytes: its peak minus its size before. */
async function peaksSince(file: string, time: number): Promise<Peaks> {
  const samples = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number))
  const before = samples.findLast(([at = 0]) => at < time) ?? []
  const more = (column: number) =>
    Math.max(...samples.filter(([at = 0]) => at >= time).map((one) => (one[column] ?? 0) - (before[column] ?? 0)))
  return { heap: more(1), buffers: more(2) }
}

async function rate(bytes: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return bytes / mega / ((performance.now() - startedAt) / 1000)
}

/** Ten parallel uploads, against inserts of the same bytes; then one download. */
export async function benchFiles(megabytes = Number(process.argv[3] ?? 20)): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-heap-'))
  const samples = path.join(folder, 'samples')
  process.env.HEAP_SAMPLES = samples
  const installation = await startInstallation({
    execArgv: ['--import', import.meta.resolve('./heap-samples.ts')],
  })
  const { admin, database, server } = installation
  let peak = 0
  const rss = async () => (await usageOf(server.pid))?.rss ?? 0
  const timer = setInterval(async () => {
    peak = Math.max(peak, await rss())
  }, every)
  try {
    // Loads the code that the first upload needs.
    await upload(admin, randomBytes(chunk), 'first.bin')
    const contents = contentOf(megabytes)
    const all = contents.reduce((sum, { length }) => sum + length, 0)
    const bare = await rate(all, () => insert(database.db, contents))
    const before = await rss()
    peak = before
    const startedAt = Date.now()
    const ids: number[] = []
    const uploaded = await rate(all, async () => {
      ids.push(...(await Promise.all(contents.map((bytes, at) => upload(admin, bytes, `file-${at}.bin`)))))
    })
    console.log(
      `${files} uploads of ${megabytes} MB at once: ${uploaded.toFixed(0)} MB/s together (goal 40), ` +
        `${(uploaded / bare).toFixed(2)} of bare inserts (0.3; ${bare.toFixed(0)} MB/s)`,
    )
    const { heap, buffers } = await peaksSince(samples, startedAt)
    const inMega = (bytes: number) => (bytes / mega).toFixed(0)
    console.log(
      `the server's heap: ${inMega(heap)} MB more at its peak (goal 64), ${inMega(buffers)} with its buffers, ` +
        `${inMega(peak - before)} of all memory`,
    )
    const [id = 0] = ids
    const downloaded = await rate(all / files, async () => {
      const path = `/api${downloadFile.path.replace('{id}', String(id))}`
      const { length } = Buffer.from(await (await admin.fetch(path)).arrayBuffer())
      if (length !== contents[0]?.length) throw new Error(`${length} bytes`)
    })
    console.log(`a download: ${downloaded.toFixed(0)} MB/s`)
  } finally {
    clearInterval(timer)
    await installation.stop()
    await rm(folder, { recursive: true })
  }
}
