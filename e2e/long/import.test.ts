import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { downloadFailedRows, importDevices } from '@longreach/contract/devices/import-endpoints'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../../apps/server/src/test/client.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { type MortalServer, startMortalServer } from './mortal-server.ts'

/** `ROWS` and `KILLS` make it longer. */
const rows = Number(process.env.ROWS ?? 5000)
const kills = Number(process.env.KILLS ?? 2)
const firstSerial = 6_000_000_000

let server: MortalServer

beforeAll(async () => {
  server = await startMortalServer()
})
afterAll(() => server?.end())

/** A new connection for each question: the database is killed as well. */
async function ask<Row extends pg.QueryResultRow>(query: string, ...values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({
    host: path.join(server.dataDir, 'socket'),
    user: 'longreach',
    database: 'postgres',
  })
  await client.connect()
  try {
    return (await client.query<Row>(query, values)).rows
  } finally {
    await client.end()
  }
}

const added = async () =>
  Number(
    (await ask<{ count: string }>('SELECT count(*) FROM devices WHERE serial >= $1', String(firstSerial)))[0]?.count,
  )

test(`${rows} devices of a file are added through ${kills} kills of server and database: each once, and each error is listed`, async () => {
  const bad = Array.from({ length: rows }, (_, at) => at).filter((at) => at % 100 === 99)
  const lines = Array.from({ length: rows }, (_, at) => {
    const serial = at % 100 === 99 ? 'x' : firstSerial + at
    return `${serial},02${String(at).padStart(10, '0')},Admin-${at},Bus ${at}`
  })
  const file = new File([['serial,mac,password,name', ...lines].join('\n')], 'devices.csv', { type: 'text/csv' })
  const admin = () => signIn(server.ready().url, 'admin@longreach.test', 'Longreach-demo-1')
  const client = await admin()
  const { data: companies } = await client.call(listCompanies)
  const body = { company_id: companies[0]?.id ?? 0, device_series: 'rut' } as const
  const { status, data } = await client.call(importDevices, { body, files: { file } })
  expect([status, data.total, data.failed]).toEqual([201, rows, bad.length])

  for (let kill = 1; kill <= kills; kill++) {
    const before = await added()
    await until(async () => (await added()) > before, 120_000)
    await delay(Math.random() * 300)
    await server.kill()
    await server.start()
  }
  const isFinished = async () =>
    (await ask('SELECT FROM imports WHERE id = $1 AND finished_at IS NOT NULL', data.id)).length === 1
  await until(isFinished, 300_000)

  expect(await added()).toBe(rows - bad.length)
  const doubled = await ask('SELECT serial FROM devices WHERE deleted_at IS NULL GROUP BY serial HAVING count(*) > 1')
  expect(doubled).toEqual([])
  const failed = (await (await admin()).call(downloadFailedRows, { params: { id: data.id } })).text.trim().split('\r\n')
  expect(failed.slice(1).map((line) => /Bus (\d+)/.exec(line)?.[1])).toEqual(bad.map(String))
}, 600_000)
