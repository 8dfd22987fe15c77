import { listStorage } from '@longreach/contract/storage/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { defineList } from '../../db/list.ts'

export const itemList = defineList({
  endpoint: listStorage,
  from: () => sql`stored_items i`,
  reach: ({ userId }: { userId: number }) => sql`i.user_id = ${userId}`,
  columns: () => sql<{ key: string; value: unknown }>`i.key, i.value`,
  id: 'i.key',
  sorts: { key: 'i.key' },
  defaultSort: 'key',
  filters: {},
  search: (q) => sql`i.key = ${q}`,
})

export async function countItems(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('stored_items')
    .select(sql<number>`count(*)`.as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.total
}

/** False if the key exists. */
export async function insertItem(db: Db, userId: number, key: string, value: unknown): Promise<boolean> {
  const result = await db
    .insertInto('stored_items')
    .values({ user_id: userId, key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** False if there is no such key. */
export async function updateItem(db: Db, userId: number, key: string, value: unknown): Promise<boolean> {
  const result = await db
    .updateTable('stored_items')
    .set({ value: JSON.stringify(value), updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** False if there is no such key. */
export async function deleteItem(db: Db, userId: number, key: string): Promise<boolean> {
  const result = await db
    .deleteFrom('stored_items')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
