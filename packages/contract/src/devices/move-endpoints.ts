import * as z from 'zod/mini'
import { chosen } from '../choice.ts'
import { mostDevices } from '../choice-limits.ts'
import { endpoint } from '../endpoint.ts'
import { formFields } from '../forms/schema.ts'
import { id } from '../ids.ts'
import { deviceSelection } from './filters.ts'
import { moveDevicesForm } from './forms.ts'
import { moveLossesSchema } from './schemas.ts'

const moved = chosen('device_id', 'device', deviceSelection, formFields(moveDevicesForm), mostDevices)

export const moveDevices = endpoint({
  name: 'devices.move',
  method: 'POST',
  path: '/devices/move',
  summary:
    'Move devices to another company, named or by the filter of a list; those on which an action is running are refused',
  permission: 'move_devices',
  undoable: true,
  body: moved,
  response: z.array(z.object({ id: id('device') })),
})

/** Losses of a move; the numbers are for all devices together. */
export const countMoveLosses = endpoint({
  name: 'devices.count_move_losses',
  method: 'POST',
  path: '/devices/move/losses',
  summary: 'Count what devices lose if they are moved to another company; changes nothing',
  permission: 'move_devices',
  body: moved,
  response: moveLossesSchema,
})
