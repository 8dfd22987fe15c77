import { executeCommands, repeatAction } from '@longreach/contract/actions/endpoints'
import {
  exportOutputs,
  exportResults,
  getOutput,
  getOutputs,
  listActions,
  listResults,
} from '@longreach/contract/actions/read-endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { at, caps, read, useActionWorld } from '../../test/domains/actions.ts'
import { makeDevice } from '../../test/world.ts'

useActionWorld()

interface Answer {
  output?: string
  exit?: number
  state?: string
}

/** Runs a command on one device per answer; undefined for a device that has not answered yet. */
async function answered(answers: readonly (Answer | undefined)[]): Promise<{ id: number; devices: number[] }> {
  const devices: number[] = []
  for (const index of answers.keys())
    devices.push(await makeDevice(at.world, at.company, { caps, name: `Bus ${String(index).padStart(2, '0')}` }))
  const { data } = await at.admin.call(executeCommands, { body: { command: 'uci show', device_id: devices } })
  for (const [index, answer] of answers.entries()) {
    if (!answer) continue
    const { output = '', exit = 0, state = exit === 0 ? 'done' : 'failed' } = answer
    await sql`
      UPDATE action_targets SET state = ${state}, output = ${output}, exit_code = ${exit}, message = ${`Exit code ${exit}`},
        sent_at = now() - interval '1400 milliseconds', finished_at = now()
      WHERE action_id = ${data.id} AND device_id = ${devices[index] as number}`.execute(at.world.db)
  }
  return { id: data.id, devices }
}

const groupsOf = async (id: number, client = at.admin) => (await client.call(getOutputs, { params: { id } })).data

const most = { output: 'ntp\nenabled=1\nserver=europe\n' }
const few = { output: 'ntp\r\nenabled=1\r\nserver=\u001b[1mopenwrt\u001b[0m\r\n' }
const fault = { output: 'uci: Entry not found', exit: 1 }

describe('answers of many devices', () => {
  test('equal ones are one group: the largest first, then failures, then those without an answer', async () => {
    const { id, devices } = await answered([few, most, most, fault, undefined, most, undefined])
    const { groups, more, slowest } = await groupsOf(id)
    expect(
      groups.map(({ state, count, preview, line, different }) => [state, count, preview, line, different]),
    ).toEqual([
      ['done', 3, 'server=europe', 2, 0],
      ['done', 1, 'server=openwrt', 2, 1],
      ['failed', 1, 'uci: Entry not found', 0, 1],
      ['waiting', 2, null, null, 0],
    ])
    expect(groups.map((group) => group.exit_code)).toEqual([0, 0, 1, null])
    expect(groups[3]).toMatchObject({ key: 'waiting', offline: 2, expires_at: expect.any(String) })
    expect(more).toEqual({ groups: 0, devices: 0 })
    expect(slowest).toBe(1400)
    const { data } = await at.admin.call(getOutput, { params: { id, group: groups[0]?.key as string } })
    expect(data).toMatchObject({ output: most.output, exit_code: 0 })
    expect(data.devices.map(({ name }) => name)).toEqual(['Bus 01', 'Bus 02', 'Bus 05'])
    expect(data.device_ids).toEqual([devices[1], devices[2], devices[5]])
  })

  test('answers of before the hash was stored, and of a second attempt, are in the group of what they say', async () => {
    const { id, devices } = await answered([most, most, few])
    await sql`UPDATE action_targets SET output_hash = NULL WHERE action_id = ${id} AND device_id = ${devices[0] as number}`.execute(
      at.world.db,
    )
    await sql`UPDATE action_targets SET output = ${most.output} WHERE action_id = ${id} AND device_id = ${devices[2] as number}`.execute(
      at.world.db,
    )
    expect((await groupsOf(id)).groups.map(({ count, preview }) => [count, preview])).toEqual([[3, 'ntp']])
  })

  test('a hundred answers are listed and the others counted; the files have them all', async () => {
    const { id } = await answered([...Array.from({ length: 104 }, (_, index) => ({ output: `up ${index}` })), most])
    const { groups, more } = await groupsOf(id)
    expect(groups.length).toBe(100)
    expect(more).toEqual({ groups: 5, devices: 5 })
    const text = await (await at.admin.fetch(`/api${exportOutputs.path.replace('{id}', String(id))}`)).text()
    expect(text.match(/^# 1: /gm)?.length).toBe(105)
    expect(text).toContain('# 1: Bus 104\n# Exit code 0\nntp\nenabled=1\nserver=europe\n')
    const csv = await (
      await at.admin.fetch(`/api${exportResults.path}?action_id=${id}&fields=device_name,output`)
    ).text()
    expect(csv.split('\r\n').length).toBe(1 + 105 + 1)
    expect(csv).toContain('Bus 103,up 103')
    const { data: audit } = await at.admin.call(listAudit, { query: { target: 'download' } })
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['actions.export_outputs', 'actions.export_results']),
    )
  })

  test('what devices answered, and which answered the same, is for those who may run commands', async () => {
    const { id } = await answered([most, most, few, fault])
    const { groups } = await groupsOf(id, at.viewer)
    expect(groups.map(({ state, count, preview }) => [state, count, preview])).toEqual([
      ['done', 3, null],
      ['failed', 1, null],
    ])
    const { data } = await at.viewer.call(getOutput, { params: { id, group: groups[0]?.key as string } })
    expect(data.output).toBeNull()
    const { data: results } = await at.viewer.call(listResults, { query: { action_id: id } })
    expect(results.map(({ output }) => output)).toEqual([null, null, null, null])
    const text = await (await at.viewer.fetch(`/api${exportOutputs.path.replace('{id}', String(id))}`)).text()
    expect(text).not.toContain('europe')
  })

  test('of an action on devices of several companies, users see the answers of their own alone', async () => {
    const own = await makeDevice(at.world, at.company, { caps, name: 'Own' })
    const other = await makeDevice(at.world, at.rival, { caps, name: 'Foreign' })
    const root = await at.world.as('root')
    const { id } = (await root.call(executeCommands, { body: { command: 'id', device_id: [own, other] } })).data
    await sql`
      UPDATE action_targets SET state = 'done', output = 'answer of ' || device_name, exit_code = 0, message = 'Done'
      WHERE action_id = ${id}`.execute(at.world.db)
    const seen = async (client: TestClient) => {
      const { groups } = await groupsOf(id, client)
      return Promise.all(
        groups.map(async ({ key }) => {
          const { data } = await client.call(getOutput, { params: { id, group: key } })
          return [data.output, data.device_ids]
        }),
      )
    }
    expect(await seen(at.admin)).toEqual([['answer of Own', [own]]])
    expect((await seen(root)).length).toBe(2)
    const [foreign] = (await groupsOf(id, root)).groups.filter(({ preview }) => preview === 'answer of Foreign')
    const refused = await at.admin.call(getOutput, { params: { id, group: foreign?.key as string } })
    expect(refused.status).toBe(404)
    const files = [exportOutputs.path.replace('{id}', String(id)), `${exportResults.path}?action_id=${id}`]
    for (const file of files) {
      const text = await (await at.admin.fetch(`/api${file}`)).text()
      expect(text).toContain('answer of Own')
      expect(text).not.toContain('Foreign')
    }
    const again = await at.admin.call(repeatAction, { body: { action_id: id } })
    expect(again.data.devices).toBe(1)
  })

  test('a group of another action is not found', async () => {
    const { id } = await answered([most])
    expect((await at.admin.call(getOutput, { params: { id, group: 'waiting' } })).status).toBe(404)
    expect((await at.admin.call(getOutput, { params: { id, group: 'NOT A KEY' } })).status).toBe(404)
  })
})

test('an action runs once more on all of its devices, as a new action of who asks for it', async () => {
  const { id, devices } = await answered([most, fault])
  const { data } = await at.admin.call(repeatAction, { body: { action_id: id } })
  expect(data).toEqual({ id: expect.any(Number), devices: 2 })
  expect(data.id).not.toBe(id)
  const again = await read(data.id)
  expect(again.command).toBe('uci show')
  expect(again.targets.map((target) => target.device_id)).toEqual(devices)
  expect((await at.viewer.call(repeatAction, { body: { action_id: id } })).status).toBe(403)
})

test('actions are listed by where they are, by who started them and by device', async () => {
  const { id } = await answered([most, undefined])
  const { id: ended } = await answered([most, fault])
  const find = async (query: object) => {
    const { data } = await at.admin.call(listActions, { query: { limit: 100, ...query } })
    return data.filter((action) => action.id === id || action.id === ended)
  }
  const ids = async (query: object) => (await find(query)).map((action) => action.id)
  expect(await ids({ stage: 'waiting' })).toEqual([id])
  expect(await ids({ stage: 'running' })).toEqual([])
  expect(await ids({ stage: 'finished' })).toEqual([ended])
  expect(await ids({ own: true, q: 'bus 01' })).toEqual([ended, id])
  expect(await ids({ q: 'no such device' })).toEqual([])
  const [first, second] = await find({})
  expect([first?.finished_at, second?.finished_at]).toEqual([expect.any(String), null])
  expect(await ids({ user_id: first?.user_id })).toEqual([ended, id])
  expect(await ids({ start_date: '2100-01-01 00:00:00' })).toEqual([])
})
