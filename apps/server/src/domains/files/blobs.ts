import { createHash, type Hash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { openBytes, type Seal, sealBytes } from '../../seal.ts'
import { createRunningSums } from './running-sums.ts'

const chunkBytes = 256 * 1024
/** Chunks per statement. */
const atOnce = 4
const batchBytes = chunkBytes * atOnce

export interface Blob {
  id: number
  size: number
  /** In hex. */
  sha256: string
}

/** Bytes `from` up to, but without, `to`. */
export interface ByteRange {
  from?: number
  to?: number
}

/**
 * Content of files, each encrypted with its own key. It is written from start to end, in any number of parts, by any
 * node, and never changed once it is finished. Rows that need it refer to `blobs` by a foreign key; unreferenced
 * content is removed after a day.
 */
export interface BlobStore {
  /** Starts an empty blob. */
  start(db: Db): Promise<number>
  /**
   * Appends bytes at `at`, which must be the end of the content: throws WrongOffset otherwise. Resolves with the new
   * end. If the bytes break off, those received are stored: data from a network is not written in a transaction.
   */
  append(db: Db, id: number, at: number, bytes: AsyncIterable<Buffer>): Promise<number>
  /** Number of bytes written so far. */
  received(db: Db, id: number): Promise<number>
  /**
   * Finishes a blob, in a transaction. Equal content is stored once per company, or once for all (null): if it already
   * exists, the id changes. Throws if its SHA-256 is not the expected one.
   */
  finish(db: Db, id: number, owner: number | null, sha256?: string): Promise<Blob>
  /** Stores complete content, in a transaction, as if it were written and finished. */
  put(db: Db, bytes: Buffer, owner: number | null): Promise<Blob>
  /** Finished content or a part of it, read as it is consumed, a megabyte at a time. */
  read(db: Db, id: number, range?: ByteRange): Promise<Readable>
  /** Removes an unfinished blob. */
  drop(db: Db, id: number): Promise<void>
}

/** Thrown if a part does not start at the end of the content. */
export class WrongOffset extends Problem {
  readonly received: number

  constructor(received: number) {
    super('CONFLICT', { source: 'offset', message: text('files.wrong_offset', { offset: received }) })
    this.received = received
  }
}

interface Row {
  id: number
  size: number
  hash: Buffer | null
  sealed_key: Buffer
}

/** The bytes before the stream breaks off. */
async function* untilBroken(bytes: AsyncIterable<Buffer>, failures: unknown[]) {
  try {
    yield* bytes
  } catch (error) {
    failures.push(error)
  }
}

export function createBlobStore({ seal }: { seal: Seal }): BlobStore {
  const sums = createRunningSums()
  const keyOf = ({ sealed_key }: Row) => Buffer.from(seal.open(sealed_key), 'base64')

  async function findRow(db: Db, id: number, lock = false): Promise<Row> {
    const { rows } = await sql<Row>`
      SELECT id, size, hash, sealed_key FROM blobs WHERE id = ${id} ${lock ? sql`FOR UPDATE` : sql``}`.execute(db)
    if (!rows[0]) throw notFound()
    return rows[0]
  }

  async function readChunks(db: Db, row: Row, key: Buffer, first: number, count: number): Promise<Buffer> {
    const { rows } = await sql<{ n: number; bytes: Buffer }>`
      SELECT n, bytes FROM blob_chunks WHERE blob_id = ${row.id} AND n >= ${first} AND n < ${first + count}
      ORDER BY n`.execute(db)
    return Buffer.concat(rows.map(({ n, bytes }) => openBytes(key, bytes, String(n))))
  }

  async function* readBytes(db: Db, row: Row, { from = 0, to = row.size }: ByteRange = {}) {
    const key = keyOf(row)
    let at = from
    while (at < to) {
      const first = Math.floor(at / chunkBytes)
      const start = first * chunkBytes
      const bytes = await readChunks(db, row, key, first, Math.min(atOnce, Math.ceil(to / chunkBytes) - first))
      const piece = bytes.subarray(at - start, to - start)
      if (piece.length === 0) throw new Error(`Blob ${row.id} ends at ${at} and not at ${row.size}`)
      yield piece
      at += piece.length
    }
  }

  /** Stores bytes, starting at a chunk boundary, if the content still ends at `end`. */
  async function writeChunks(db: Db, row: Row, key: Buffer, first: number, bytes: Buffer, end: number) {
    const pieces = []
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const n = first + at / chunkBytes
      pieces.push(sql`(${n}::int, ${sealBytes(key, bytes.subarray(at, at + chunkBytes), String(n))}::bytea)`)
    }
    const { numAffectedRows } = await sql`
      WITH moved AS (
        UPDATE blobs SET size = ${first * chunkBytes + bytes.length}, touched_at = now()
        WHERE id = ${row.id} AND size = ${end} AND hash IS NULL RETURNING id
      )
      INSERT INTO blob_chunks (blob_id, n, bytes)
      SELECT moved.id, piece.n, piece.bytes FROM moved, (VALUES ${sql.join(pieces)}) AS piece (n, bytes)
      ON CONFLICT (blob_id, n) DO UPDATE SET bytes = excluded.bytes`.execute(db)
    if (!numAffectedRows) throw new WrongOffset((await findRow(db, row.id)).size)
  }

  async function hashAll(db: Db, row: Row): Promise<Hash> {
    const hash = createHash('sha256')
    for await (const piece of readBytes(db, row)) hash.update(piece)
    return hash
  }

  const store: BlobStore = {
    async start(db) {
      const sealed_key = seal.seal(randomBytes(32).toString('base64'))
      const { id } = await db.insertInto('blobs').values({ sealed_key }).returning('id').executeTakeFirstOrThrow()
      return id
    },
    async append(db, id, at, bytes) {
      const row = await findRow(db, id)
      if (row.hash) throw notFound()
      if (row.size !== at) throw new WrongOffset(row.size)
      const key = keyOf(row)
      let first = Math.floor(at / chunkBytes)
      let end = at
      // One buffer for all batches: many uploads at once would produce more garbage than is collected.
      const batch = Buffer.allocUnsafeSlow(batchBytes)
      // A partly filled chunk is written again with the bytes that follow.
      let length = (await readChunks(db, row, key, first, 1)).copy(batch)
      const sum = sums.take(id, at)
      const flush = async () => {
        const bytes = batch.subarray(0, length)
        await writeChunks(db, row, key, first, bytes, end)
        sum?.hash.update(bytes.subarray(end - first * chunkBytes))
        end = first * chunkBytes + length
        first = Math.floor(end / chunkBytes)
        length = 0
      }
      const failures: unknown[] = []
      for await (const piece of untilBroken(bytes, failures)) {
        for (let from = 0; from < piece.length; ) {
          const taken = piece.copy(batch, length, from)
          length += taken
          from += taken
          if (length === batchBytes) await flush()
        }
      }
      if (first * chunkBytes + length > end) await flush()
      if (sum) sums.keep(id, { ...sum, end })
      if (failures.length > 0) throw failures[0]
      return end
    },
    received: async (db, id) => (await findRow(db, id)).size,
    async finish(db, id, owner, expected) {
      const row = await findRow(db, id, true)
      if (row.hash) throw notFound()
      const hash = (sums.take(id, row.size)?.hash ?? (await hashAll(db, row))).digest()
      const sha256 = hash.toString('hex')
      if (expected !== undefined && expected !== sha256)
        throw new Problem('VALIDATION_FAILED', { source: 'sha256', message: text('files.wrong_sum') })
      // Two callers may finish the same content at once.
      await sql`SELECT pg_advisory_xact_lock(hashtext('blobs'), hashtext(${sha256}))`.execute(db)
      const { rows } = await sql<{ id: number }>`
        UPDATE blobs SET touched_at = now()
        WHERE hash = ${hash} AND owner_id IS NOT DISTINCT FROM ${owner} RETURNING id`.execute(db)
      if (rows[0]) await sql`DELETE FROM blobs WHERE id = ${id}`.execute(db)
      else
        await sql`UPDATE blobs SET hash = ${hash}, owner_id = ${owner}, touched_at = now() WHERE id = ${id}`.execute(db)
      return { id: rows[0]?.id ?? id, size: row.size, sha256 }
    },
    async put(db, bytes, owner) {
      const id = await store.start(db)
      await store.append(db, id, 0, Readable.from([bytes]) as AsyncIterable<Buffer>)
      return store.finish(db, id, owner)
    },
    async read(db, id, range) {
      const row = await findRow(db, id)
      if (!row.hash) throw notFound()
      return Readable.from(readBytes(db, row, range), { objectMode: false })
    },
    async drop(db, id) {
      await sql`DELETE FROM blobs WHERE id = ${id} AND hash IS NULL`.execute(db)
    },
  }
  return store
}
