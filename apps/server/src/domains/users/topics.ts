import * as z from 'zod/mini'
import { id, topic } from '../../bus/topic.ts'

export const sessionEnded = topic('session.ended', z.object({ id: id() }))
