import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

const migration = '0088_sims.sql'
const folder = path.join(import.meta.dirname, 'migrations')
const name = `sims_${randomBytes(6).toString('hex')}`
const { host, user } = inject('postgres')
const gigabyte = 1024 ** 3

const admin = new pg.Client({ host, user, database: 'postgres' })
let database: pg.Client

beforeAll(async () => {
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  database = new pg.Client({ host, user, database: name })
  await database.connect()
  const earlier = (await readdir(folder)).filter((file) => file < migration).sort()
  for (const file of earlier) await database.query(await readFile(path.join(folder, file), 'utf8'))
})

afterAll(async () => {
  await database?.end()
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await admin.end()
})

async function makeDevice(id: number, values: object): Promise<void> {
  await database.query(
    `INSERT INTO devices (id, company_id, l1_id, name, serial) OVERRIDING SYSTEM VALUE VALUES ($1, 1, 1, 'Bus', $2)`,
    [id, String(1_100_000_000 + id)],
  )
  await database.query('INSERT INTO device_state (device_id, updated_at, values) VALUES ($1, now(), $2)', [id, values])
}

const setLimit = (device: number, slot: number, limit: number | null, billingDay: number) =>
  database.query(
    `INSERT INTO sim_limits (device_id, modem, sim, data_limit, billing_day, zone, due_at)
     VALUES ($1, 1, $2, $3::bigint, $4, 'Europe/Vilnius', CASE WHEN $3::bigint IS NOT NULL THEN now() END)`,
    [device, slot, limit, billingDay],
  )

const addRule = (
  device: number,
  slot: number,
  megabytes: number,
  values: { period?: string; enabled?: boolean } = {},
) =>
  database.query(
    `INSERT INTO alert_rules (company_id, device_id, event, type, action, subject, message, email_company_id, username,
       data_limit, sim, period, starts, enabled, zone) VALUES (1, $1, 15, 2, 2, '', '', 1, 'ada', $2, $3, $4, 7, $5, 'Asia/Tokyo')`,
    [device, megabytes, slot, values.period ?? 'month', values.enabled ?? true],
  )

test('limits of slots and of rules become those of the SIMs in them, each once', async () => {
  await database.query("INSERT INTO companies (id, level, name, l1_id) VALUES (1, 1, 'One', 1)")
  await makeDevice(1, { iccid: '8937001000000000001F', sim_slot: 1 })
  await makeDevice(2, { iccid: '"89 37001 000000000002"', sim_slot: 2, iccid_2: '8937001000000000022' })
  await makeDevice(3, { iccid: 'unknown' })
  await makeDevice(4, { iccid: '8937001000000000004', sim_slot: 0 })
  await makeDevice(5, { iccid: '8937001000000000004', sim_slot: 1 })
  await makeDevice(6, {})
  // The limit of the slot goes before that of a rule; it has a billing day, too.
  await setLimit(1, 1, 3 * gigabyte, 31)
  await addRule(1, 1, 1024)
  // The lowest of the rules that are enabled; not of one by the week.
  await addRule(2, 2, 100, { enabled: false })
  await addRule(2, 2, 400)
  await addRule(2, 2, 300)
  await addRule(2, 2, 50, { period: 'week' })
  // The SIM in the slot is not known.
  await setLimit(3, 1, 5 * gigabyte, 4)
  // Two devices report one SIM.
  await setLimit(4, 2, 9 * gigabyte, 2)
  await setLimit(5, 1, 8 * gigabyte, 3)
  // Only the rule has a limit.
  await setLimit(6, 1, null, 12)
  await addRule(6, 1, 1)
  await addRule(6, 2, 2)

  await database.query(`BEGIN; ${await readFile(path.join(folder, migration), 'utf8')}; COMMIT`)

  const { rows } = await database.query(
    `SELECT p.device_id::int, p.modem, p.slot, s.iccid, s.data_limit::float8, s.billing_day, s.zone, s.l1_id::int
     FROM sim_slots p JOIN sims s ON s.id = p.sim_id ORDER BY 1, 2, 3`,
  )
  expect(rows.map(({ l1_id, ...row }) => [l1_id, ...Object.values(row)])).toEqual([
    [1, 1, 1, 1, '8937001000000000001', 3 * gigabyte, 31, 'Europe/Vilnius'],
    [1, 2, 1, 2, '8937001000000000002', 300 * 1024 ** 2, 7, 'Asia/Tokyo'],
    [1, 2, 2, 1, '8937001000000000022', null, 1, 'UTC'],
    [1, 3, 1, 1, null, 5 * gigabyte, 4, 'Europe/Vilnius'],
    [1, 4, 1, 2, '8937001000000000004', 8 * gigabyte, 3, 'Europe/Vilnius'],
    [1, 5, 1, 1, '8937001000000000004', 8 * gigabyte, 3, 'Europe/Vilnius'],
    [1, 6, 1, 1, null, 1024 ** 2, 7, 'Asia/Tokyo'],
    [1, 6, 1, 2, null, 2 * 1024 ** 2, 7, 'Asia/Tokyo'],
  ])
  const { rows: unplaced } = await database.query(
    'SELECT FROM sims s WHERE NOT EXISTS (SELECT FROM sim_slots p WHERE p.sim_id = s.id)',
  )
  expect(unplaced).toEqual([])
})
