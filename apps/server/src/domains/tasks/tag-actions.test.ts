import { listTagActionLog } from '@longreach/contract/actions/read-endpoints'
import { createConfigTemplate, deleteConfigTemplate } from '@longreach/contract/configs/endpoints'
import { assignTags } from '@longreach/contract/devices/tag-endpoints'
import { createTag } from '@longreach/contract/tags/endpoints'
import { deleteTask, deleteTaskGroup, listTasks, updateTaskGroup } from '@longreach/contract/tasks/endpoints'
import { expect, test } from 'vitest'
import { at, heard, online, useActionWorld } from '../../test/domains/actions.ts'
import { fetched } from '../../test/domains/firmware.ts'
import { command, makeGroup, read, taskCaps } from '../../test/domains/tasks.ts'
import { until } from '../../test/until.ts'

useActionWorld()

let count = 0
const router = () => online({ caps: [...taskCaps, 'config'], backend: 'openwrt' })

/** Puts a new tag with an action on a device. */
async function tagged(device: number, action: string, source_id: number) {
  const actions = [{ action, source_id }]
  const body = { company_id: at.company.company_id, name: `Starts ${++count}`, actions }
  const created = await at.admin.call(createTag, { body: body as never })
  expect(created.status, created.text).toBe(201)
  await at.admin.call(assignTags, { body: { device_id: [device], tag_id: [created.data.id] } })
  return created.data.id
}

async function logOf(tag: number) {
  const read = async () => (await at.admin.call(listTagActionLog, { query: { tag_id: tag } })).data
  await until(async () => (await read()).length > 0)
  return read()
}

test('a tag runs a group of tasks, which cannot be deleted meanwhile', async () => {
  const one = await router()
  const group = await makeGroup([command('uptime')])
  const tag = await tagged(one.id, 'execute_tasks_group', group)
  expect(await heard(one.device)).toMatchObject({ command: 'exec', arg: 'uptime' })
  expect(await logOf(tag)).toMatchObject([{ device_id: one.id, origin: 'tag_action', source_id: group }])
  const refused = await at.admin.call(deleteTaskGroup, { params: { id: group } })
  expect([refused.status, refused.errors[0]?.message]).toEqual([
    409,
    expect.stringMatching(/ is run with the tag Starts /),
  ])
})

test('a group that asks for a value is not run by a tag, and the log says which', async () => {
  const one = await router()
  const group = await makeGroup([command('echo %technician%')])
  const [line] = await logOf(await tagged(one.id, 'execute_tasks_group', group))
  expect(line).toMatchObject({ action_id: null, message: expect.stringContaining('technician') })
})

test('a tag sends one request of a group, which stays for as long as the tag does; other tasks are none', async () => {
  const one = await online({ caps: [...taskCaps, 'api-call'], backend: 'rutos', model: 'RUTX50' })
  const request = { name: 'Renew lease', type: 'api_request', data: { method: 'POST', path: '/api/dhcp/renew' } }
  const group = await makeGroup([command('uptime'), request])
  const [task, id] = (await read(group)).tasks.map((row) => row.id)
  const found = await at.admin.call(listTasks, { query: { type: 'api_request', q: 'renew' } })
  expect(found.data).toMatchObject([{ id, name: 'Renew lease' }])
  const tag = await tagged(one.id, 'api_request', id as number)
  expect(await heard(one.device)).toMatchObject({ command: 'api-call', arg: 'POST /api/dhcp/renew -' })
  expect(await logOf(tag)).toMatchObject([{ device_id: one.id, source_id: id, source_name: 'Renew lease' }])

  const tasks = [{ id: task, ...command('uptime') }]
  const body = { name: 'Without it', secret_variables: [], tasks } as never
  for (const refused of [
    await at.admin.call(deleteTask, { params: { id: id as number } }),
    await at.admin.call(updateTaskGroup, { params: { id: group }, body }),
    await at.admin.call(deleteTaskGroup, { params: { id: group } }),
  ])
    expect([refused.status, refused.errors[0]?.message]).toEqual([409, expect.stringMatching(/ with the tag Starts /)])

  const actions = [{ action: 'api_request', source_id: task }]
  const wrong = { company_id: at.company.company_id, name: 'Sends a command', actions } as never
  expect((await at.admin.call(createTag, { body: wrong })).status).toBe(404)
})

test('a tag applies a template, which cannot be deleted meanwhile; a device without a value is left out', async () => {
  const one = await router()
  const create = (ipaddr: string) =>
    at.admin.call(createConfigTemplate, {
      body: {
        company_id: at.company.company_id,
        name: `Template ${++count}`,
        version: '1.0.0',
        template: [{ method: 'PUT', path: '/uci/network/lan', request_data: { ipaddr } }],
      } as never,
    })
  const template = (await create('10.5.0.1')).data.id
  await tagged(one.id, 'execute_mulficonfig_template', template)
  const { bytes } = await fetched(one)
  expect(bytes.toString()).toBe("touches network\nset network.lan.ipaddr='10.5.0.1'\n")
  expect((await at.admin.call(deleteConfigTemplate, { params: { id: template } })).status).toBe(409)
  const missing = await tagged(one.id, 'execute_mulficonfig_template', (await create('{{lan_ip}}')).data.id)
  expect(await logOf(missing)).toMatchObject([
    { action_id: null, message: expect.stringContaining('No value for lan_ip') },
  ])
})
