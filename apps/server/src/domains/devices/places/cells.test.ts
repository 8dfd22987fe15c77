import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/clone.ts'
import { loadCells, readCell } from './cells.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await cloneDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'cells-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const heading = 'radio,mcc,net,area,cell,unit,lon,lat,range,samples,changeable,created,updated,averageSignal'
const line = (mcc: number, cell: number, lat: number, range = 900) =>
  `LTE,${mcc},2,146,${cell},0,25.5,${lat},${range},12,1,1459743588,1488347104,0`

const write = async (name: string, content: string | Buffer) => {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return file
}

test('cells of one country are stored, a second file replaces what it knows', async () => {
  const first = [heading, line(246, 1, 54), line(246, 1, 54.1), line(247, 9, 56), 'GSM,246,2', '', line(246, 2, 95)]
  const file = await write('cells.csv.gz', gzipSync(first.join('\n')))
  expect(await loadCells(database.db, file, 246)).toEqual({ stored: 2, skipped: 4 })
  await loadCells(database.db, await write('more.csv', [line(246, 1, 55, 999_999), line(246, 3, 54)].join('\r\n')))
  const { rows } = await sql`SELECT mcc, cell, latitude, range_m FROM cell_towers ORDER BY cell`.execute(database.db)
  expect(rows).toEqual([
    { mcc: 246, cell: 1, latitude: 55, range_m: 100_000 },
    { mcc: 246, cell: 3, latitude: 54, range_m: 900 },
  ])
})

test('a file that is missing or cut short is an error', async () => {
  await expect(loadCells(database.db, path.join(folder, 'none.csv'))).rejects.toThrow('ENOENT')
  const whole = gzipSync(Array.from({ length: 500 }, (_, cell) => line(248, cell, 58)).join('\n'))
  await expect(loadCells(database.db, await write('cut.csv.gz', whole.subarray(0, 200)))).rejects.toThrow()
})

test('what is no cell is not read as one', () => {
  for (const bad of [
    heading,
    'LTE,246,2,146,1,0,,54,900',
    'LTE,246,2,-1,1,0,25,54,900',
    'LTE,9999999999,2,146,1,0,25,54,900',
    'LTE,246,2,146,1,0,0,0,900',
    'x'.repeat(501),
  ])
    expect(readCell(bad)).toBeNull()
})
