import type { Db } from './client.ts'

/** One fact about the whole installation; undefined when it was never set. */
export async function readFact<T>(db: Db, key: string): Promise<T | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value as T | undefined
}

/** Sets a fact unless it is there; answers the one that counts, also when two nodes start together. */
export async function keepFact<T>(db: Db, key: string, value: T): Promise<T> {
  await db
    .insertInto('installation')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readFact<T>(db, key)) as T
}
