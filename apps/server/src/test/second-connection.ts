import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

const ask = (db: Db) => sql`SELECT`.execute(db)

/** What the check of second connections has to find, as code of the server would do it. */
export const takesSecond = {
  inTransaction: (db: Db) => db.transaction().execute(() => ask(db)),
  besideConnection: (db: Db) => db.connection().execute(() => ask(db)),
}

/** What it must not find: by a timer, and after the end of the transaction. */
export async function takesSecondLater(db: Db): Promise<void> {
  const late = await db.transaction().execute(async (tx) => {
    await ask(tx)
    await new Promise<void>((resolve) => setTimeout(() => void ask(db).then(() => resolve())))
    return { ask: () => ask(db) }
  })
  await late.ask()
}
