import type { NewDevice } from '@longreach/contract/devices/schemas'
import type { ErrorItem } from '@longreach/contract/errors'
import { errorCodes } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import { formatTime } from '@longreach/contract/time'
import type { Db } from '../../db/client.ts'
import type { Scope } from '../../db/scope.ts'
import type { Seal } from '../../seal.ts'
import { findPlacement } from '../companies/store.ts'
import type { DeviceCreated } from './hooks.ts'
import { findBySerial, insertListed, keepClaim, type PlacedDevice } from './store.ts'

/** Hours for which a typed password is stored, sealed, if the device never connects. */
export const claimHours = 24

export interface AddDeps {
  seal: Seal
  created: readonly DeviceCreated[]
}

function failure(code: keyof typeof errorCodes, source: string, message: Text = errorCodes[code][1]): ErrorItem {
  return { code, message, source }
}

type Named = Pick<NewDevice, 'serial'> & { [Field in 'mac' | 'imei' | 'name']?: string | null | undefined }

/** Name of a device that was added without one: the identifiers on its label. */
export const listedName = ({ serial, mac, imei, name }: Named): string =>
  name ?? [serial, mac ?? imei].filter(Boolean).join(' ')

/**
 * Lists a device from the add-device form; it is verified at its first contact. The result is the same whether the
 * serial is free, wrong or bound elsewhere, so that a user does not learn what others own. `authorized` is false if the
 * device may not register.
 */
export async function addDevice(
  deps: AddDeps,
  db: Db,
  scope: Scope,
  device: NewDevice,
  { row, authorized }: { row: number; authorized: boolean },
): Promise<PlacedDevice | ErrorItem> {
  const company = await findPlacement(db, scope, device.company_id)
  if (!company) return failure('NOT_FOUND', `data.${row}.company_id`, text('companies.not_found'))
  const own = await findBySerial(db, scope, device.serial)
  if (own) return failure('CONFLICT', `data.${row}.serial`, text('devices.already_listed'))
  if (!authorized) return failure('VALIDATION_FAILED', `data.${row}.serial`, linkReasons[linkCodes.wrongProof])
  const name = listedName(device)
  const listed = {
    ...company,
    name,
    description: `s/n ${device.serial}, added at ${formatTime(new Date())}`,
    serial: device.serial,
    mac: device.mac ?? null,
    imei: device.imei ?? null,
    series: device.device_series,
  }
  const id = await insertListed(db, listed)
  for (const handle of deps.created) await handle(db, { id, ...company })
  await keepClaim(db, id, deps.seal.seal(device.password_confirmation), claimHours)
  return { id, name, serial: device.serial, ...company }
}
