import { Readable } from 'node:stream'
import { text } from '@longreach/contract/i18n'
import type { FastifyReply } from 'fastify'
import type { ListRows } from '../../endpoint/choose-fields.ts'
import { readerOf } from '../../endpoint/locale.ts'
import { Problem } from '../../endpoint/problem.ts'
import type { Answer } from '../../endpoint/route.ts'
import { translateDocument } from '../../texts.ts'

/** Rows read at a time. */
const rowsAtOnce = 500

/** Rows written at a time. */
const rowsInPiece = 100

export interface PageQuery {
  limit: number
  offset: number
  cursor?: string
}

/** False for a list of one page, which is answered like any other call. */
export const isLong = ({ limit }: PageQuery): boolean => limit > rowsAtOnce

/** Milliseconds within which a client must take a piece of some 100 rows, and the whole list. */
export const listPatience = 60_000
const wholePatience = 10 * 60_000

/** Lists that are sent at a time, each with a page of rows in memory. */
const most = { ofUser: 4, inAll: 50 }

interface LongList {
  userId: number
  reply: FastifyReply
  rows: ListRows
  query: PageQuery
  /** Reads one page; throws when the caller may no longer read the list. */
  read(query: PageQuery): Promise<Answer>
  /** An answer as it is sent, without fields that are not declared. */
  serialize(answer: Answer): string
  /** Milliseconds within which the client must have taken a piece. */
  patience: number
}

interface Row {
  id?: number
}

const rowsIn = ({ data }: Answer, { within }: ListRows) =>
  (within === undefined ? data : (data as Record<string, unknown>)[within]) as Row[]

const withRows = (answer: Answer, { within }: ListRows, rows: Row[]): Answer => ({
  ...answer,
  data: (within === undefined ? rows : { ...(answer.data as object), [within]: rows }) as never,
})

/** Yields the pages of a list; rows that others moved from one page to the next meanwhile are not repeated. */
async function* pagesOf({ query, read, rows }: LongList): AsyncGenerator<Answer> {
  const seen = new Set<number>()
  let cursor = query.cursor
  for (let done = 0; done < query.limit; done += rowsAtOnce) {
    const limit = Math.min(rowsAtOnce, query.limit - done)
    const place = cursor === undefined ? { offset: query.offset + done } : { offset: 0, cursor }
    const answer = await read({ ...query, ...place, limit })
    const found = rowsIn(answer, rows)
    const fresh = found.filter(({ id }) => id === undefined || !seen.has(id))
    for (const { id } of fresh) if (id !== undefined) seen.add(id)
    yield withRows(answer, rows, fresh)
    const next = answer.meta?.next
    if (found.length < limit || next === null) return
    if (typeof next === 'string') cursor = next
  }
}

/** The text of an answer around its rows, and of these alone, made as they are taken. */
function partsOf(list: LongList, answer: Answer): { before: string; pieces: Iterable<string>; after: string } {
  const { rows, reply, serialize } = list
  const write = (some: Row[]) => translateDocument(serialize(withRows(answer, rows, some)), readerOf(reply.request))
  const empty = write([])
  const start = `"${rows.within ?? 'data'}":[`
  const at = empty.indexOf(`${start}]`) + start.length
  const [before, after] = [empty.slice(0, at), empty.slice(at)]
  const all = rowsIn(answer, rows)
  function* pieces() {
    for (let piece = 0; piece < all.length; piece += rowsInPiece)
      yield write(all.slice(piece, piece + rowsInPiece)).slice(at, -after.length)
  }
  return { before, pieces: pieces(), after }
}

/** Yields the answer as it is sent: what is around the rows is that of the first and of the last page. */
async function* textOf(list: LongList, pages: AsyncIterable<Answer>): AsyncGenerator<string> {
  let end: string | undefined
  let separator = ''
  for await (const answer of pages) {
    const { before, pieces, after } = partsOf(list, answer)
    if (end === undefined) yield before
    end = after
    for (const piece of pieces) {
      yield separator + piece
      separator = ','
    }
  }
  yield end ?? ''
}

async function* startingWith<One>(first: One, others: AsyncIterable<One>): AsyncGenerator<One> {
  yield first
  yield* others
}

/** Ends the connection of a client that does not take the next piece, or the whole list, in time. */
async function* paced({ reply, patience }: LongList, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const end = () => reply.raw.destroy()
  const whole = setTimeout(end, wholePatience)
  let piece: ReturnType<typeof setTimeout> | undefined
  try {
    for await (const text of pieces) {
      piece = setTimeout(end, patience)
      yield text
      clearTimeout(piece)
    }
  } finally {
    clearTimeout(whole)
    clearTimeout(piece)
  }
}

const open = new Map<number, number>()
let inAll = 0

/** Counts a list of a user, until the returned function is called; throws TOO_MANY_REQUESTS. */
function enter(userId: number): () => void {
  const own = open.get(userId) ?? 0
  if (own >= most.ofUser || inAll >= most.inAll)
    throw new Problem('TOO_MANY_REQUESTS', {
      message: text('system.too_many_lists', { count: most.ofUser }),
      retryAfter: 10,
    })
  open.set(userId, own + 1)
  inAll++
  return () => {
    inAll--
    const left = (open.get(userId) ?? 1) - 1
    if (left > 0) open.set(userId, left)
    else open.delete(userId)
  }
}

/**
 * Answers with a long list, read in pages and written as they come: memory does not grow with the answer, and no
 * connection to the database is occupied while the client reads. An error after the first page ends the connection.
 */
export async function sendLongList(list: LongList): Promise<FastifyReply> {
  const leave = enter(list.userId)
  try {
    const pages = pagesOf(list)
    const first = (await pages.next()).value as Answer
    const stream = Readable.from(paced(list, textOf(list, startingWith(first, pages)))).once('close', leave)
    return list.reply.type('application/json; charset=utf-8').send(stream)
  } catch (error) {
    leave()
    throw error
  }
}
