import type { Declaration } from '@longreach/contract/files/constants'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { prepared } from '../../db/prepared.ts'
import { systemScope } from '../../db/scope.ts'
import { comparison, type DeviceFacts, fits, type ImageFacts } from './match.ts'

/** A declared image, with its company. */
export interface DeclaredImage extends ImageFacts {
  id: number
  declared: Declaration
  created_at: Date
}

export interface DeviceOf extends DeviceFacts {
  id: number
}

export type Declared = Partial<Record<Declaration, DeclaredImage>>

interface Row extends DeclaredImage {
  /** The company whose devices it is for, and the distance to its own company: 0 for the same. */
  device_company: number
  distance: number
}

/**
 * Declared images by the company of the devices, nearest first: images of the company itself, images shared with it,
 * and images for all companies.
 */
async function findDeclared(db: Db, companies: readonly number[]): Promise<Map<number, Row[]>> {
  const { rows } = await prepared(sql<Row>`
    SELECT f.id, f.declared, f.version, f.boards, f.created_at, c.id AS device_company,
      CASE WHEN f.company_id = c.id THEN 0 WHEN f.type = 'global_firmware' THEN 2 ELSE 1 END AS distance
    FROM files f CROSS JOIN companies c
    WHERE f.declared IS NOT NULL AND c.id = ANY (${[...companies]}::bigint[]) AND ${systemScope('row resolved in scope before')}
      AND (f.type = 'global_firmware' OR f.company_id = c.id OR EXISTS (
        SELECT FROM file_companies x WHERE x.file_id = f.id AND x.company_id IN (c.id, c.l1_id, c.l2_id)))
    ORDER BY distance, f.id DESC`).execute(db)
  return Map.groupBy(rows, (row) => row.device_company)
}

/** The nearest declared images that fit each of the devices. */
export async function declaredFor(
  db: Db,
  devices: readonly (DeviceOf & { company_id: number })[],
): Promise<Map<number, Declared>> {
  const images = await findDeclared(db, [...new Set(devices.map(({ company_id }) => company_id))])
  return new Map(
    devices.map((device) => {
      const declared: Declared = {}
      for (const image of images.get(device.company_id) ?? [])
        if (!declared[image.declared] && fits(image, device) === 'fits') declared[image.declared] = image
      return [device.id, declared]
    }),
  )
}

/** True if the stable image for a device is newer than its firmware. */
export const isOutdated = ({ stable }: Declared, device: DeviceFacts): boolean =>
  stable !== undefined && comparison(stable, device) === 'newer'
