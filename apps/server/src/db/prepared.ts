import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'

const mark = '/* prepared */ '

/**
 * A statement that each connection keeps with its plan. Only for lookups by key that nearly every call makes: planning
 * one takes longer than running it, and one plan fits every value. Other statements are planned for their values.
 */
export const prepared = <Row>(statement: RawBuilder<Row>): RawBuilder<Row> => sql<Row>`${sql.raw(mark)}${statement}`

const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('hex')
    names.set(text, name)
  }
  return name
}

type Query = (...given: unknown[]) => unknown

/** A connection that names each `prepared` statement, so that PostgreSQL keeps it. */
export class PreparingClient extends pg.Client {
  override query = ((...given: unknown[]) => {
    const [text, values] = given
    const query = super.query as Query
    return typeof text === 'string' && text.startsWith(mark)
      ? query.call(this, { name: nameOf(text), text, values })
      : query.apply(this, given)
  }) as pg.Client['query']
}
