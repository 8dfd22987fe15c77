import { sql } from 'kysely'

/** Causes that say nothing about the place of a device or about its link. */
export const ofItsOwn = sql`('action', 'revoked', 'dropped', 'server')`
