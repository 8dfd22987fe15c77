import type { Declaration } from '@longreach/contract/files/constants'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { type Scope, systemScope } from '../../db/scope.ts'
import { notFound } from '../../endpoint/problem.ts'
import { mayUse } from '../files/store.ts'
import type { DeviceFacts } from './match.ts'

/** An image, with the facts by which it is matched with devices. */
export interface UsableImage {
  id: number
  name: string
  description: string
  version: string | null
  device_model: string | null
  boards: string[]
  size: number
  /** In hex. */
  sha256: string
  company_id: number
  company_name: string
  type: 'firmware' | 'global_firmware'
  declared: Declaration | null
  created_at: Date
}

/** Facts of an image and of a device by which they are matched. */
export type MatchedImage = Pick<UsableImage, 'name' | 'version' | 'device_model' | 'boards'>
export interface MatchedDevice extends DeviceFacts {
  name: string
  metered_connection: boolean
}

const images = sql`files f JOIN blobs b ON b.id = f.blob_id JOIN companies c ON c.id = f.company_id`
const columns = sql<UsableImage>`
  f.id, f.name, f.description, f.version, f.device_model, f.boards, f.size, encode(b.hash, 'hex') AS sha256, f.company_id,
  c.name AS company_name, f.type, f.declared, f.created_at`
const isImage = sql`f.type IN ('firmware', 'global_firmware')`

/** An image that the caller may use, locked against deletion. Throws NOT_FOUND for any other file. */
export async function requireImage(db: Db, scope: Scope, id: number): Promise<UsableImage> {
  const { rows } = await sql<UsableImage>`
    SELECT ${columns} FROM ${images} WHERE f.id = ${id} AND ${isImage} AND ${mayUse(scope)} FOR KEY SHARE OF f`.execute(
    db,
  )
  if (!rows[0]) throw notFound('file_id')
  return rows[0]
}

/** Images the caller may use, newest first. */
export async function findImages(db: Db, scope: Scope, limit: number): Promise<UsableImage[]> {
  const { rows } = await sql<UsableImage>`
    SELECT ${columns} FROM ${images} WHERE ${isImage} AND ${mayUse(scope)} ORDER BY f.id DESC LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

/** Present facts of an image and a device, for an update that may have waited long. */
export async function findMatch(
  db: Db,
  id: number,
  deviceId: number,
): Promise<{ image: MatchedImage; device: MatchedDevice } | undefined> {
  const { rows } = await sql<{ image: MatchedImage; device: MatchedDevice }>`
    SELECT jsonb_build_object('name', f.name, 'version', f.version, 'device_model', f.device_model, 'boards', f.boards) AS image,
      jsonb_build_object('name', d.name, 'model', d.model, 'firmware', d.firmware, 'board', d.board,
        'metered_connection', d.metered_connection) AS device
    FROM files f, devices d
    WHERE f.id = ${id} AND d.id = ${deviceId} AND ${systemScope('link of the device itself')}`.execute(db)
  return rows[0]
}
