import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unexportedTables } from '../modules.ts'
import { makeCompany, makeDevice, makeUser, startWorld, type World } from '../test/world.ts'
import { exportData } from './export.ts'

let world: World
let folder: string
const hostile = '{"x": "\\n"}\n\u0001\u0002\t"quotes", \\back and ü'

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'export-'))
  world = await startWorld({ ROLES: 'api' })
  const north = await makeCompany(world, 'North')
  await makeUser(world, 'mara', north, 2)
  await makeDevice(world, north, { description: hostile })
})
afterAll(async () => {
  await world.stop()
  await rm(folder, { recursive: true, force: true })
})

async function rowsOf(name: string): Promise<Record<string, unknown>[]> {
  const text = gunzipSync(await readFile(path.join(folder, 'all', `${name}.jsonl.gz`))).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

test('tables are written as one JSON object per line, whatever their content, and without any secret', async () => {
  const tables = await exportData({ connectionString: world.url }, path.join(folder, 'all'), unexportedTables)
  expect((await rowsOf('devices')).map(({ description }) => description)).toEqual([hostile])
  expect((await rowsOf('users')).map(({ username }) => username)).toContain('mara@example.test')
  for (const { name, rows } of tables) expect(await rowsOf(name), name).toHaveLength(rows)

  const names = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`))
  // A new column with such a name requires a decision here whether it may leave the installation.
  const telling = names.filter((name) =>
    /\..*(hash|secret|token|seal|credential|passw|cookie|ticket|private)/.test(name),
  )
  expect(telling).toEqual([
    // Hash of an output that is itself exported.
    'action_targets.output_hash',
    // Names of fields, not their contents.
    'api_documents.secret_names',
    'audit_seals.sealed_at',
    'remote_access.credentials_required',
    'remote_sessions.ticket_expires_at',
    // Names of variables, not their values.
    'task_groups.secret_variables',
  ])
  expect(names.filter((name) => /^(sessions|installation|password_resets)\./.test(name))).toEqual([])
})

test('an existing folder is left alone', async () => {
  await expect(exportData({ connectionString: world.url }, folder, [])).rejects.toThrow('already exists')
})
