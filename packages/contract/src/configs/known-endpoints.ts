import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { companyContext } from '../filter.ts'
import { configDevices, oneSelection } from './endpoints.ts'
import { knownSettingsSchema, unreadSchema } from './schemas.ts'

export const findKnownSettings = endpoint({
  name: 'configs.known_settings',
  method: 'POST',
  path: '/devices/configurator/settings',
  summary: 'Present settings of devices, as of the last read of each: to select from what a change sets',
  permission: 'apply_multi_configuration',
  body: z.object(configDevices).check(oneSelection),
  response: knownSettingsSchema,
})

export const countUnread = endpoint({
  name: 'configs.unread',
  method: 'GET',
  path: '/devices/configurator/unread',
  summary: 'Count devices whose configuration was never read, and those of them that can be read',
  permission: 'view_multi_configuration',
  query: z.object(companyContext),
  response: unreadSchema,
})
