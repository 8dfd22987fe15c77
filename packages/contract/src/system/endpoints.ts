import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { roomStates } from './constants.ts'

export const getRoom = endpoint({
  name: 'system.room',
  method: 'GET',
  path: '/system/room',
  summary: 'Whether the installation has room for changes',
  permission: 'super_admin',
  response: z.object({
    state: z.enum(roomStates),
    /** Bytes free on the fullest disk of the node that answers; null when it cannot be told. */
    free: z.nullable(z.int()),
    /** Bytes below which no change is taken. */
    wanted: z.int(),
  }),
})
