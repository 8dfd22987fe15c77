import * as z from 'zod/mini'
import { ids, topic } from '../../bus/topic.ts'

/** The permissions of these users may have changed: open pages and sockets must update now. */
export const rightsChanged = topic('rights.changed', z.object({ userIds: ids() }))
