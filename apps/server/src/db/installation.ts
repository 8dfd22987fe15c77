import type { Db } from './client.ts'

/** A fact about the whole installation; undefined if it was never set. */
export async function readFact<T>(db: Db, key: string): Promise<T | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value as T | undefined
}

/** Sets a fact unless it is already set; returns the valid one, even if two nodes start together. */
export async function keepFact<T>(db: Db, key: string, value: T): Promise<T> {
  await db
    .insertInto('installation')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readFact<T>(db, key)) as T
}

export async function setFact<T>(db: Db, key: string, value: T): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
    .execute()
}

/** Removes a fact and returns it; only one of several concurrent callers gets it. */
export async function takeFact<T>(db: Db, key: string): Promise<T | undefined> {
  const row = await db.deleteFrom('installation').where('key', '=', key).returning('value').executeTakeFirst()
  return row?.value as T | undefined
}
