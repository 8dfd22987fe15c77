import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { placeByCells } from './square-counts.ts'

/** Position of a mobile network's cell. */
interface Cell {
  mcc: number
  mnc: number
  area: number
  cell: number
  latitude: number
  longitude: number
  range_m: number
}

/** Rows per statement. */
const batch = 5000
/** Metres. No cell reaches further: a larger range is a mistake in the file. */
const mostRange = 100_000
/** Bytes; a longer line is not a cell. */
const longestLine = 500

const wholeNumber = /^\d{1,10}$/
/** Code of a country, or of a network in it. */
const code = /^\d{1,3}$/

/** One line of a file in the format of OpenCelliD; null for the heading and for lines that are not a cell. */
export function readCell(line: string): Cell | null {
  if (line.length > longestLine) return null
  const [, mcc = '', mnc = '', area = '', cell = '', , lon = '', lat = '', range = ''] = line.split(',')
  if (![mcc, mnc].every((text) => code.test(text)) || lon === '' || lat === '') return null
  if (![area, cell, range].every((text) => wholeNumber.test(text))) return null
  const [longitude, latitude] = [Number(lon), Number(lat)]
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) || (latitude === 0 && longitude === 0)) return null
  return {
    mcc: Number(mcc),
    mnc: Number(mnc),
    area: Number(area),
    cell: Number(cell),
    latitude,
    longitude,
    range_m: Math.min(Number(range), mostRange),
  }
}

async function store(db: Db, cells: readonly Cell[]): Promise<void> {
  await sql`
    INSERT INTO cell_towers (mcc, mnc, area, cell, latitude, longitude, range_m)
    SELECT DISTINCT ON (mcc, mnc, area, cell) * FROM jsonb_to_recordset(${JSON.stringify(cells)}::jsonb)
      AS c(mcc integer, mnc integer, area bigint, cell bigint, latitude real, longitude real, range_m integer)
    ON CONFLICT (mcc, mnc, area, cell) DO UPDATE SET
      latitude = excluded.latitude, longitude = excluded.longitude, range_m = excluded.range_m`.execute(db)
}

/**
 * Stores the cells of a file (CSV, or CSV compressed by gzip), only those of one country if `mcc` is given. Known cells
 * are replaced, and the devices located by them move. Returns how many were stored and how many lines were not a cell.
 */
export async function loadCells(db: Db, file: string, mcc?: number): Promise<{ stored: number; skipped: number }> {
  const raw = createReadStream(file)
  // Errors of the file end the loop over its lines.
  const text = file.endsWith('.gz') ? pipeline(raw, createGunzip(), () => undefined) : raw
  const counts = { stored: 0, skipped: 0 }
  let waiting: Cell[] = []
  const flush = async () => {
    await store(db, waiting)
    counts.stored += waiting.length
    waiting = []
  }
  const failed = new Promise<never>((_, reject) => text.once('error', reject))
  const read = async () => {
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
      const cell = readCell(line)
      if (!cell) counts.skipped++
      else if (mcc === undefined || cell.mcc === mcc) waiting.push(cell)
      if (waiting.length === batch) await flush()
    }
    if (waiting.length > 0) await flush()
  }
  raw.once('error', (error) => text.destroy(error))
  await Promise.race([read(), failed])
  await placeByCells(db)
  return counts
}
