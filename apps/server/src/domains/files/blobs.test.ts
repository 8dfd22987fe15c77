import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createSeal } from '../../seal.ts'
import { cloneDatabase } from '../../test/clone.ts'
import { createBlobStore, type WrongOffset } from './blobs.ts'
import { sweepBlobs } from './sweep.ts'

const database = await cloneDatabase()
const { db } = database
afterAll(() => database.drop())

const seal = createSeal(randomBytes(32))
const blobs = createBlobStore({ seal })
const otherNode = createBlobStore({ seal })
const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const finish = (id: number, owner: number | null = null, sha256?: string) =>
  db.transaction().execute((tx) => blobs.finish(tx, id, owner, sha256))
const readAll = async (id: number, range?: { from?: number; to?: number }) => buffer(await blobs.read(db, id, range))

async function* inPieces(bytes: Buffer, size = 65_000, fails = false) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  if (fails) throw new Error('cut off')
}

async function write(bytes: Buffer): Promise<number> {
  const id = await blobs.start(db)
  await blobs.append(db, id, 0, inPieces(bytes))
  return id
}

async function count(table: 'blobs' | 'blob_chunks'): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

const content = randomBytes(3_000_001)

test('content written in uneven parts is read whole and in ranges', async () => {
  const id = await blobs.start(db)
  let at = 0
  for (const end of [1, 262_143, 262_144, 1_000_000, 2_500_000, content.length]) {
    at = await blobs.append(db, id, at, inPieces(content.subarray(at, end)))
    expect(at).toBe(end)
  }
  const done = await finish(id, null, sumOf(content))
  expect(done).toMatchObject({ size: content.length, sha256: sumOf(content) })
  expect((await readAll(done.id)).equals(content)).toBe(true)
  for (const [from, to] of [
    [0, 1],
    [262_143, 262_145],
    [2_999_999, 3_000_001],
    [500, 2_000_000],
    [9, 9],
  ] as const)
    expect((await readAll(done.id, { from, to })).equals(content.subarray(from, to))).toBe(true)
})

test('parts may come to any node', async () => {
  for (const ends of [
    [1_000_000, 2_000_000, content.length],
    [1_000_000, content.length],
  ]) {
    const id = await blobs.start(db)
    let at = 0
    for (const [part, end] of ends.entries()) {
      const node = part % 2 === 0 ? blobs : otherNode
      at = await node.append(db, id, at, inPieces(content.subarray(at, end)))
    }
    expect((await finish(id, ends.length)).sha256).toBe(sumOf(content))
  }
})

test('content is encrypted', async () => {
  const plain = Buffer.from('root:$1$secret hash of a password '.repeat(20_000))
  const { id } = await finish(await write(plain), 7)
  const { rows } = await sql<{ found: boolean }>`
    SELECT bool_or(position('secret hash' in encode(bytes, 'escape')) > 0) AS found
    FROM blob_chunks WHERE blob_id = ${id}`.execute(db)
  expect(rows).toEqual([{ found: false }])
  expect((await readAll(id)).equals(plain)).toBe(true)
})

test('chunks cannot be exchanged', async () => {
  const { id } = await finish(await write(randomBytes(600_000)))
  await sql`UPDATE blob_chunks c SET bytes = o.bytes FROM blob_chunks o
    WHERE c.blob_id = ${id} AND c.n = 0 AND o.blob_id = ${id} AND o.n = 1`.execute(db)
  await expect(readAll(id)).rejects.toThrow()
})

test('equal content is stored once, for all companies or within one', async () => {
  const bytes = randomBytes(300_000)
  const shared = await finish(await write(bytes))
  const before = await count('blob_chunks')
  expect(await finish(await write(bytes))).toEqual(shared)
  expect(await count('blob_chunks')).toBe(before)
  const mine = await finish(await write(bytes), 7)
  const theirs = await finish(await write(bytes), 8)
  expect(new Set([shared.id, mine.id, theirs.id]).size).toBe(3)
  expect(await finish(await write(bytes), 7)).toEqual(mine)
  const both = [await write(bytes), await write(bytes)]
  const [one, other] = await Promise.all(both.map((id) => finish(id, 9)))
  expect(one).toEqual(other)
})

test('a part has to start where the content ends; of two at once one is stored', async () => {
  const id = await blobs.start(db)
  const part = content.subarray(0, 700_000)
  const refused = (error: WrongOffset) => error.received
  expect(await blobs.append(db, id, 5, inPieces(part)).catch(refused)).toBe(0)
  const ends = await Promise.all([1, 2].map(() => blobs.append(db, id, 0, inPieces(part)).catch(() => 'refused')))
  expect(ends.toSorted()).toEqual([700_000, 'refused'])
  expect(await blobs.append(db, id, 0, inPieces(part)).catch(refused)).toBe(700_000)
  const done = await finish(id)
  expect((await readAll(done.id)).equals(part)).toBe(true)
})

test('of a part that breaks off, what came is stored', async () => {
  const id = await blobs.start(db)
  await expect(blobs.append(db, id, 0, inPieces(content.subarray(0, 1_300_000), 65_000, true))).rejects.toThrow(
    'cut off',
  )
  expect(await blobs.received(db, id)).toBe(1_300_000)
  await blobs.append(db, id, 1_300_000, inPieces(content.subarray(1_300_000)))
  expect((await finish(id)).sha256).toBe(sumOf(content))
})

test('content with another checksum stays incomplete; complete content never changes', async () => {
  const id = await write(randomBytes(1000))
  await expect(finish(id, null, sumOf(content))).rejects.toThrow('The checksum does not match')
  await expect(readAll(id)).rejects.toThrow()
  await finish(id)
  await expect(blobs.append(db, id, 1000, inPieces(content))).rejects.toThrow()
  await expect(finish(id)).rejects.toThrow()
  await blobs.drop(db, id)
  expect(await readAll(id)).toHaveLength(1000)
  const empty = await finish(await blobs.start(db))
  expect(await readAll(empty.id)).toHaveLength(0)
})

test('content that is not complete can be dropped', async () => {
  const before = [await count('blobs'), await count('blob_chunks')]
  const id = await write(randomBytes(300_000))
  await blobs.drop(db, id)
  expect([await count('blobs'), await count('blob_chunks')]).toEqual(before)
  await expect(blobs.received(db, id)).rejects.toThrow()
})

test('content to which no row refers is removed after a day', async () => {
  const used = await finish(await write(randomBytes(300_000)))
  const unused = await finish(await write(randomBytes(300_000)))
  const fresh = await finish(await write(randomBytes(300_000)))
  await sql`CREATE TABLE reports (blob_id bigint REFERENCES blobs (id))`.execute(db)
  await sql`INSERT INTO reports VALUES (${used.id})`.execute(db)
  await sql`UPDATE blobs SET touched_at = now() - interval '25 hours' WHERE id IN (${used.id}, ${unused.id})`.execute(
    db,
  )
  await sweepBlobs(db)
  await expect(readAll(unused.id)).rejects.toThrow()
  for (const { id } of [used, fresh]) expect(await readAll(id)).toHaveLength(300_000)
  await sql`DROP TABLE reports`.execute(db)
})
