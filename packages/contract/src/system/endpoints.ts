import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { diskSpaceStates } from './constants.ts'

export const getDiskSpace = endpoint({
  name: 'system.disk_space',
  method: 'GET',
  path: '/system/disk-space',
  summary: 'Get the state of the disk space, and whether changes are accepted',
  permission: 'super_admin',
  response: z.object({
    state: z.enum(diskSpaceStates),
    /** Bytes free on the fullest disk of the responding node; null if unknown. */
    free: z.nullable(z.int()),
    /** Bytes below which changes are refused. */
    required: z.int(),
  }),
})
