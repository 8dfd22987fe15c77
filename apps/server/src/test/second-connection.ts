import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

const ask = (db: Db) => sql`SELECT`.execute(db)

/** Faults that the check of second connections must find, in the form of server code. */
export const takesSecond = {
  inTransaction: (db: Db) => db.transaction().execute(() => ask(db)),
  besideConnection: (db: Db) => db.connection().execute(() => ask(db)),
}

/** Cases that it must not find: a connection taken by a timer, and one after the end of the transaction. */
export async function takesSecondLater(db: Db): Promise<void> {
  const late = await db.transaction().execute(async (tx) => {
    await ask(tx)
    await new Promise<void>((resolve) => setTimeout(() => void ask(db).then(() => resolve())))
    return { ask: () => ask(db) }
  })
  await late.ask()
}
