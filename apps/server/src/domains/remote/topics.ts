import * as z from 'zod/mini'
import { id, topic } from '../../bus/topic.ts'

/** A remote session has to end now. */
export const remoteClosed = topic('remote.closed', z.object({ id: id(), reason: z.string() }))

/** The expiry or the cookie of a session was changed in the database. */
export const remoteChanged = topic('remote.changed', z.object({ id: id() }))
