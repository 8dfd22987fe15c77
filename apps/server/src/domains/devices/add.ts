import type { NewDevice } from '@longreach/contract/devices/schemas'
import type { ErrorItem } from '@longreach/contract/errors'
import { errorCodes } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import type pg from 'pg'
import type { Db } from '../../db/client.ts'
import { createRateLimiter } from '../../db/rate-limiter.ts'
import type { Scope } from '../../db/scope.ts'
import type { Seal } from '../../seal.ts'
import { findPlacement } from '../companies/store.ts'
import type { DeviceCreated } from './hooks.ts'
import { findBySerial, insertListed, isBound, keepClaim, type PlacedDevice } from './store.ts'

/** Hours a typed password is stored, sealed, if the device never connects. */
const claimHours = 24

export interface AddLimits {
  /** False if the user has tried this serial, or any, too often within the hour. */
  allow(userId: number, serial: string): Promise<boolean>
}

/** 5 attempts per serial and 30 wrong ones per user in an hour (rms-domain List 2, 6). */
export function createAddLimits(pool: pg.Pool): AddLimits {
  const bySerial = createRateLimiter(pool, 'add-serial', { points: 5, duration: 3600 })
  const byUser = createRateLimiter(pool, 'add-user', { points: 30, duration: 3600 })
  return {
    async allow(userId, serial) {
      try {
        await bySerial.consume(serial)
        await byUser.consume(userId)
        return true
      } catch (reason) {
        if (reason instanceof Error) throw reason
        return false
      }
    },
  }
}

export interface AddDeps {
  seal: Seal
  limits: AddLimits
  created: readonly DeviceCreated[]
}

function failure(code: keyof typeof errorCodes, source: string, message: Text = errorCodes[code][1]): ErrorItem {
  return { code, message, source }
}

/**
 * Adds a device of the add-device form to the list; it is verified at its first contact. A serial that is bound
 * elsewhere gets the same answer as a wrong one: the user does not learn what others own.
 */
export async function addDevice(
  deps: AddDeps,
  db: Db,
  caller: { scope: Scope; userId: number },
  device: NewDevice,
  row: number,
): Promise<PlacedDevice | ErrorItem> {
  const company = await findPlacement(db, caller.scope, device.company_id)
  if (!company) return failure('NOT_FOUND', `data.${row}.company_id`, text('companies.not_found'))
  const own = await findBySerial(db, caller.scope, device.serial)
  if (own) return failure('CONFLICT', `data.${row}.serial`, text('devices.already_listed'))
  if (await isBound(db, device.serial)) {
    if (!(await deps.limits.allow(caller.userId, device.serial)))
      return failure('TOO_MANY_REQUESTS', `data.${row}.serial`)
    return failure('DEVICE_NOT_VERIFIED', `data.${row}.serial`)
  }
  const name = device.name ?? [device.serial, device.mac ?? device.imei].filter(Boolean).join(' ')
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
