import { createHash } from 'node:crypto'
import { cancelActions, repeatAction, retryAction } from '@longreach/contract/actions/endpoints'
import { getAction, listActionLogs, listActions, listResults } from '@longreach/contract/actions/read-endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { getDevice, getDeviceLogs } from '@longreach/contract/devices/endpoints'
import { deleteFile, getFile } from '@longreach/contract/files/endpoints'
import {
  createTaskGroup,
  deleteTask,
  deleteTaskGroup,
  deleteTaskGroups,
  exportTaskGroups,
  getGroupLog,
  getTaskGroup,
  getTaskLog,
  listGroupLogs,
  listTaskGroups,
  listTaskLogs,
  listTasks,
  runTaskGroup,
  updateTask,
  updateTaskGroup,
} from '@longreach/contract/tasks/endpoints'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  age,
  answer,
  at,
  commandsOf,
  connect,
  freshBoot,
  heard,
  offline,
  online,
  useActionWorld,
} from '../../test/domains/actions.ts'
import { command, ended, logsOf, makeGroup, read, runsOf, start, taskCaps } from '../../test/domains/tasks.ts'
import { uploadFile } from '../../test/files.ts'
import { fetchFile, sendPart } from '../../test/gateway/file.ts'
import { until } from '../../test/until.ts'
import { makeTag, makeUser } from '../../test/world.ts'

useActionWorld()

const device = () => online({ caps: taskCaps })
const known = ({ enrolled }: Awaited<ReturnType<typeof device>>) => ({
  port: at.world.app.gatewayPort as number,
  deviceId: enrolled.deviceId,
  privateKey: enrolled.privateKey,
})

/** Answers the next command of a device, and returns it. */
async function reply(one: Awaited<ReturnType<typeof device>>, count: number, exit = 0, output = '') {
  const sent = await heard(one.device, count)
  answer(one.device, sent.id, 'done', exit, output)
  return sent
}

describe('groups', () => {
  test('S1.6: a group is created, read, listed, changed and deleted', async () => {
    const tag = await makeTag(at.world, at.company)
    const id = await makeGroup([command('uptime'), command('df', { timeout: 5, stop_on_failure: false })], {
      name: 'Nightly checks',
      success_tag_id: [tag],
    })
    const group = await read(id)
    expect(group).toMatchObject({
      name: 'Nightly checks',
      tasks_count: 2,
      success_tags: [{ id: tag }],
      failed_tags: [],
    })
    expect(
      group.tasks.map(({ name, order, timeout, stop_on_failure }) => [name, order, timeout, stop_on_failure]),
    ).toEqual([
      ['uptime', 0, 60, true],
      ['df', 1, 5, false],
    ])
    const listed = async (query: object) => (await at.admin.call(listTaskGroups, { query })).data.map((row) => row.id)
    expect(await listed({ q: 'nightly' })).toEqual([id])
    expect(await listed({ name: 'nightly CHECKS' })).toEqual([id])
    expect(await listed({ name: 'nightly' })).toEqual([])
    expect((await at.admin.call(exportTaskGroups, { query: { q: 'nightly' } })).text).toContain('Nightly checks')
    const change = { name: 'Checks', success_tag_id: [], failed_tag_id: [tag] }
    expect((await at.admin.call(updateTaskGroup, { params: { id }, body: change })).status).toBe(200)
    expect(await read(id)).toMatchObject({
      name: 'Checks',
      success_tags: [],
      failed_tags: [{ id: tag }],
      tasks_count: 2,
    })
    expect((await at.admin.call(deleteTaskGroup, { params: { id } })).status).toBe(200)
    expect((await at.admin.call(getTaskGroup, { params: { id } })).status).toBe(404)
    const lines = (await at.admin.call(listAudit, { query: { limit: 5 } })).data.map(({ sentence }) => sentence)
    expect(lines[0]).toBe('admin@example.test deleted the task group Checks')
    expect(lines).toContain('admin@example.test renamed the task group Nightly checks to Checks')
  })

  test('S7.51 S3.105: a picker finds groups by name, with the fields it asks for, a hundred at a time', async () => {
    const id = await makeGroup([command('uptime')], { name: 'Picked checks' })
    await makeGroup([command('uptime')], { name: 'Another one' })
    const query = { q: 'picked', limit: 100, fields: 'id,name', 'search-fields': 'name' } as const
    const { data, meta } = await at.admin.call(listTaskGroups, { query })
    expect([data, meta.total]).toEqual([[{ id, name: 'Picked checks' }], 1])
    const unknown = await at.admin.call(listTaskGroups, { query: { fields: 'id,colour' } })
    expect([unknown.status, unknown.errors[0]?.message]).toEqual([422, 'Unknown field colour'])
  })

  test('tasks keep their ids when they are ordered, and one is moved, changed and deleted alone', async () => {
    const id = await makeGroup([command('a'), command('b'), command('c')])
    const [a, b, c] = (await read(id)).tasks
    const again = [c, a, b].map((task) => ({ ...command(task!.name), id: task!.id }))
    await at.admin.call(updateTaskGroup, { params: { id }, body: { tasks: again as never } })
    const order = async () => (await read(id)).tasks.map((task) => task.id)
    expect(await order()).toEqual([c!.id, a!.id, b!.id])
    const change = { name: 'last', order: 2, stop_on_failure: false, timeout: 300 }
    expect((await at.admin.call(updateTask, { params: { id: c!.id }, body: change })).status).toBe(200)
    expect(await order()).toEqual([a!.id, b!.id, c!.id])
    const { data } = await at.admin.call(listTasks, { query: { group_id: id } })
    expect(data.map(({ name, order: place }) => [name, place])).toEqual([
      ['a', 0],
      ['b', 1],
      ['last', 2],
    ])
    for (const task of [a, b]) expect((await at.admin.call(deleteTask, { params: { id: task!.id } })).status).toBe(200)
    expect(await at.admin.call(deleteTask, { params: { id: c!.id } })).toMatchObject({
      status: 409,
      errors: [{ message: 'A task group needs at least one task. Delete the task group instead' }],
    })
    const mixed = [command('second', { order: 9 }), command('first', { order: 3 })]
    await at.admin.call(updateTaskGroup, { params: { id }, body: { tasks: mixed as never } })
    expect((await read(id)).tasks.map(({ name }) => name)).toEqual(['first', 'second'])
  })

  test('S3.123: what a task needs is said at its field', async () => {
    const messages = async (task: object) => {
      const body = { company_id: at.company.company_id, name: 'x', tasks: [task] }
      const { status, errors } = await at.admin.call(createTaskGroup, { body: body as never })
      return [status, ...errors.map(({ source, message }) => `${source}: ${message}`)]
    }
    const upload = { name: 'x', type: 'upload_file' }
    const path = 'Enter the whole path of a file, such as /etc/file.conf, without ..'
    expect(await messages(command('uptime', { name: ' ' }))).toEqual([422, 'tasks.0.name: Enter a name for every task'])
    expect(await messages({ name: 'x', type: 'command', data: {} })).toEqual([
      422,
      'tasks.0.data.command: Enter a command',
    ])
    expect(await messages({ ...upload, data: {} })).toEqual([
      422,
      'tasks.0.data.file_id: Select a file',
      'tasks.0.data.target_path: Enter a path',
    ])
    for (const target_path of ['/etc/../root/x', 'etc/x', '/etc/', '/etc/..'])
      expect(await messages({ ...upload, data: { file_id: 1, target_path } })).toEqual([
        422,
        `tasks.0.data.target_path: ${path}`,
      ])
    expect(await messages({ name: 'x', type: 'download_file', data: { file: '../x' } })).toEqual([
      422,
      `tasks.0.data.file: ${path}`,
    ])
    for (const timeout of [0, 301])
      expect(await messages(command('uptime', { timeout }))).toEqual([422, 'tasks.0.timeout: From 1 to 300 seconds'])
    const many = Array.from({ length: 51 }, () => command('true'))
    const body = { company_id: at.company.company_id, name: 'x', tasks: many }
    expect((await at.admin.call(createTaskGroup, { body: body as never })).errors[0]?.message).toBe('At most 50 tasks')
  })

  test('S6.31: groups are for those who may see them, and of their company alone', async () => {
    const id = await makeGroup([command('uptime')])
    expect((await at.viewer.call(getTaskGroup, { params: { id } })).status).toBe(200)
    expect((await start(id, [1], {}, at.viewer)).status).toBe(403)
    await makeUser(at.world, 'stranger', at.rival, 2)
    const stranger = await at.world.as('stranger')
    expect((await stranger.call(getTaskGroup, { params: { id } })).status).toBe(404)
    expect((await stranger.call(listTaskGroups, { query: {} })).data).toEqual([])
    expect((await start(id, [1], {}, stranger)).status).toBe(404)
    await sql`DELETE FROM role_permissions WHERE role_id = 4 AND permission = 'view_device_task_groups'`.execute(
      at.world.db,
    )
    expect((await at.viewer.call(listTaskGroups, { query: {} })).status).toBe(403)
    await sql`INSERT INTO role_permissions (role_id, permission) VALUES (4, 'view_device_task_groups')`.execute(
      at.world.db,
    )
  })

  test('what a file is used by is named, and it stays', async () => {
    const file = await uploadFile(at.admin, { name: 'app.conf' })
    const upload = { name: 'Upload', type: 'upload_file', data: { file_id: file, target_path: '/etc/app.conf' } }
    const id = await makeGroup([upload], { name: 'With a file' })
    expect(await at.admin.call(deleteFile, { params: { id: file } })).toMatchObject({
      status: 409,
      errors: [{ message: 'app.conf is used by the task group With a file' }],
    })
    const waiting = await offline({ caps: taskCaps })
    await start(id, [waiting.deviceId])
    await at.admin.call(deleteTaskGroups, { body: { id: [id] } })
    expect((await at.admin.call(deleteFile, { params: { id: file } })).errors[0]?.message).toBe(
      'app.conf is being sent to devices by With a file',
    )
    const [run] = await runsOf(waiting.deviceId)
    await at.admin.call(cancelActions, { body: { action_id: run!.action_id } })
    expect((await at.admin.call(deleteFile, { params: { id: file } })).status).toBe(200)
  })

  test('only files for tasks are uploaded', async () => {
    const file = await uploadFile(at.admin, {
      type: 'firmware',
      name: 'RUTX_R_00.07.06.10_WEBUI.bin',
      bytes: new Uint8Array(20_000),
    })
    const upload = { name: 'Upload', type: 'upload_file', data: { file_id: file, target_path: '/etc/app.conf' } }
    const body = { company_id: at.company.company_id, name: 'x', tasks: [upload] }
    expect((await at.admin.call(createTaskGroup, { body: body as never })).errors[0]?.message).toBe(
      'RUTX_R_00.07.06.10_WEBUI.bin is not a file for tasks. Upload it as a task manager file',
    )
  })
})

describe('runs', () => {
  test('S3.64 S4.107: tasks are sent one after the other, each with its result, and the device gets the tags of its outcome', async () => {
    const [good, bad] = [await makeTag(at.world, at.company), await makeTag(at.world, at.company)]
    const id = await makeGroup(
      [
        command('one'),
        command('two', { stop_on_failure: false }),
        command('three', { data: { command: 'three', acceptable_codes: [3, 4] }, timeout: 7 }),
      ],
      { name: 'Three', success_tag_id: [good], failed_tag_id: [bad] },
    )
    const tagsOf = async (device: number) =>
      (await at.admin.call(getDevice, { params: { id: device } })).data.tags.map((tag) => tag.id)
    const one = await device()
    const { data, meta, status } = await start(id, [one.id])
    expect([status, data.devices, typeof meta.channel]).toEqual([200, 1, 'string'])
    expect((await reply(one, 1, 0, 'first\n')).arg).toBe('one')
    expect((await runsOf(one.id))[0]).toMatchObject({
      status: 'processing',
      name: 'Three',
      group_id: id,
      tasks_count: 3,
    })
    await reply(one, 2, 0)
    expect(await reply(one, 3, 4, 'fourth')).toMatchObject({ command: 'exec', arg: 'three', seconds: 7 })
    const run = await ended(one.id)
    expect(run).toMatchObject({
      status: 'completed',
      message: 'All 3 tasks done',
      counts: { done: 3, failed: 0, unknown: 0 },
      username: 'admin@example.test',
    })
    const logs = await logsOf(run.id)
    expect(
      logs.map(({ name, order, result }) => [name, order, result.state, result.exit_code, result.message]),
    ).toEqual([
      ['one', 1, 'done', 0, 'Done'],
      ['two', 2, 'done', 0, 'Done'],
      ['three', 3, 'done', 4, 'Exit code 4'],
    ])
    expect(logs[0]?.result.output).toBeNull()
    const log = (await at.admin.call(getTaskLog, { params: { id: logs[0]!.id } })).data
    expect(log).toMatchObject({ data: { command: 'one' }, result: { output: 'first\n' }, group_log_name: 'Three' })
    expect(await tagsOf(one.id)).toEqual([good])
    expect(await tagsOf((await device()).id)).toEqual([])

    const two = await device()
    await start(id, [two.id])
    await reply(two, 1)
    await reply(two, 2, 1)
    await reply(two, 3, 0)
    expect(await ended(two.id)).toMatchObject({ status: 'failed', message: '2 of 3 tasks failed or ended unknown' })
    expect(await tagsOf(two.id)).toEqual([bad])
    const list = async (query: object) =>
      (await at.admin.call(listGroupLogs, { query })).data.map((row) => row.device_id)
    expect(await list({ group_id: id })).toEqual([two.id, one.id])
    expect(await list({ group_id: id, status: 'completed' })).toEqual([one.id])
    expect((await at.admin.call(getGroupLog, { params: { id: run.id } })).data).toEqual(run)
    const { data: actions } = await at.admin.call(listActionLogs, { query: { device_id: one.id } })
    expect(actions[0]?.additional_information).toEqual({ source_id: id, source_name: 'Three' })
  })

  test('a task that fails stops the group, if it should', async () => {
    const id = await makeGroup([command('one'), command('two'), command('three')])
    const one = await device()
    await start(id, [one.id])
    await reply(one, 1)
    await reply(one, 2, 1, 'no such thing')
    const run = await ended(one.id)
    expect(run).toMatchObject({ status: 'failed', message: 'Stopped after task 2 of 3 failed: two' })
    expect((await logsOf(run.id)).map(({ result }) => result.state)).toEqual(['done', 'failed'])
    expect(commandsOf(one.device)).toHaveLength(2)
    await at.admin.call(retryAction, { body: { action_id: run.action_id } })
    for (const count of [3, 4, 5]) await reply(one, count)
    await until(async () => (await runsOf(one.id))[0]?.status === 'completed')
    const again = await logsOf(run.id)
    expect(again.map(({ attempt, order }) => [attempt, order])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
      [2, 3],
    ])
  })

  test('a run is not changed by what happens to its group', async () => {
    const id = await makeGroup([command('one'), command('two')])
    const one = await device()
    await start(id, [one.id])
    await heard(one.device)
    await at.admin.call(updateTaskGroup, { params: { id }, body: { tasks: [command('other')] as never } })
    await at.admin.call(deleteTaskGroup, { params: { id } })
    await reply(one, 1)
    expect((await reply(one, 2)).arg).toBe('two')
    expect(await ended(one.id)).toMatchObject({ status: 'completed' })
    const { action_id } = (await runsOf(one.id))[0]!
    expect(await at.admin.call(repeatAction, { body: { action_id } })).toMatchObject({
      status: 404,
      errors: [{ message: 'The task group was deleted' }],
    })
  })

  test('a device that was offline goes on with the next task, and one that restarted lost an answer', async () => {
    const id = await makeGroup([command('one'), command('two'), command('three')])
    const one = await device()
    const { data } = await start(id, [one.id])
    const first = await heard(one.device)
    one.device.leave()
    // Offline for longer than any task may take.
    await until(async () => (await at.admin.call(getDevice, { params: { id: one.id } })).data.status === 0)
    await age('due_at', data.id)
    const due = async () =>
      (
        await sql<{
          due: boolean
        }>`SELECT due_at > now() AS due FROM action_targets WHERE action_id = ${data.id}`.execute(at.world.db)
      ).rows[0]?.due
    await until(due)
    const back = await connect(one.enrolled)
    const repeated = await heard(back)
    expect(repeated.id).toBe(first.id)
    answer(back, repeated.id, 'already', 0, 'kept')
    const second = await heard(back, 2)
    expect(second.arg).toBe('two')
    back.leave()
    const restarted = await connect({ ...one.enrolled, hello: { ...one.enrolled.hello, boot: freshBoot() } })
    const third = await heard(restarted)
    expect(third.arg).toBe('three')
    answer(restarted, third.id, 'done', 0)
    const run = await ended(one.id)
    expect(run).toMatchObject({ status: 'failed', message: '1 of 3 tasks failed or ended unknown' })
    const logs = await logsOf(run.id)
    expect(logs.map(({ result }) => [result.state, result.message])).toEqual([
      ['done', 'Done'],
      ['unknown', 'Device restarted before it answered'],
      ['done', 'Done'],
    ])
  })

  test('a device that is online and does not answer ends its run, and what is unknown is said', async () => {
    const id = await makeGroup([command('one'), command('two')])
    const one = await device()
    const { data } = await start(id, [one.id])
    await heard(one.device)
    await age('due_at', data.id)
    const run = await ended(one.id)
    expect(run.message).toMatch(/^Task 1 of 2, one: the result is unknown. Device did not answer within \d+ s$/)
    expect((await logsOf(run.id)).map(({ result }) => result.state)).toEqual(['unknown'])
  })

  test('a run whose task was not answered goes on with that task, which is not run twice', async () => {
    const id = await makeGroup([command('pump stop'), command('pump drain')])
    const one = await device()
    const { data } = await start(id, [one.id])
    await reply(one, 1, 0)
    const second = await heard(one.device, 2)
    await age('due_at', data.id)
    await ended(one.id)
    await at.admin.call(retryAction, { body: { action_id: data.id } })
    const again = await heard(one.device, 3)
    expect(again).toMatchObject({ id: second.id, arg: second.arg })
    answer(one.device, again.id, 'already', 0)
    await until(async () => (await runsOf(one.id))[0]?.status === 'completed')
    const [run] = await runsOf(one.id)
    expect(run).toMatchObject({ message: 'All 2 tasks done', counts: { done: 2, failed: 0, unknown: 0 } })
  })

  test('a run waits for its time, in which it can be cancelled', async () => {
    const id = await makeGroup([command('one')])
    const one = await device()
    const starts_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    await start(id, [one.id], { starts_at })
    const [run] = await runsOf(one.id)
    expect(run?.message).toBe(`Waiting until ${starts_at} (UTC)`)
    expect((await start(id, [one.id], { starts_at: '2020-01-01 00:00:00' })).errors[0]).toMatchObject({
      source: 'starts_at',
      message: 'Must be in the future',
    })
    await at.admin.call(cancelActions, { body: { action_id: run!.action_id } })
    expect((await runsOf(one.id))[0]).toMatchObject({ status: 'failed', state: 'cancelled' })
    expect(commandsOf(one.device)).toEqual([])
  })

  test('only the named tasks are run, with values of their own', async () => {
    const id = await makeGroup([command('echo %word%'), command('no'), command('echo again %word%')])
    const [first, , third] = (await read(id)).tasks
    const one = await device()
    await start(id, [one.id], {
      variables: [{ name: 'word', value: 'all' }],
      tasks: [{ task_id: third!.id, variables: [{ name: 'word', value: 'own' }] }, { task_id: first!.id }],
    })
    expect((await reply(one, 1)).arg).toBe(`v_word='all'\necho "\${v_word}"`)
    expect((await reply(one, 2)).arg).toBe(`v_word='own'\necho again "\${v_word}"`)
    expect(await ended(one.id)).toMatchObject({ status: 'completed', tasks_count: 2 })
  })
})

describe('variables', () => {
  test('every variable is asked for, and a value is never run by the shell', async () => {
    const id = await makeGroup([command('echo %first_name% "%Other%"'), command('touch /tmp/%other%')])
    expect((await read(id)).variables).toEqual([
      { name: 'first_name', secret: false },
      { name: 'Other', secret: false },
      { name: 'other', secret: false },
    ])
    const one = await device()
    const missing = await start(id, [one.id], { variables: [{ name: 'Other', value: '' }] })
    expect([missing.status, ...missing.errors.map(({ source, message }) => [source, message])]).toEqual([
      422,
      ['variables.first_name', 'Enter a value for first_name'],
      ['variables.Other', 'Enter a value for Other'],
      ['variables.other', 'Enter a value for other'],
    ])
    const value = `a'b"c$(reboot)\n\`reboot\``
    const variables = ['first_name', 'Other', 'other'].map((name) => ({ name, value }))
    await start(id, [one.id], { variables })
    const quoted = `'a'\\''b"c$(reboot)\n\`reboot\`'`
    expect((await reply(one, 1)).arg).toBe(
      `v_first_name=${quoted}; v_Other=${quoted}\necho "\${v_first_name}" "\${v_Other}"`,
    )
    await reply(one, 2)
    const long = await start(id, [one.id], {
      variables: variables.map(({ name }) => ({ name, value: '\n'.repeat(500) })),
    })
    expect(long.errors[0]?.message).toBe('With this value the command of ‘echo %first_name% %Other%’ is too long')
  })

  test('a secret value is sealed, masked in what the device answers, and in no log, list or audit line', async () => {
    const secret = "Hunter's-2-secret"
    const fetch = {
      name: 'Fetch %token%',
      type: 'download_file',
      data: { file: '/tmp/%token%' },
      stop_on_failure: false,
    }
    const id = await makeGroup([command('login %token% %user%'), fetch, command('echo %user%')], {
      secret_variables: ['token'],
    })
    expect((await read(id)).variables).toEqual([
      { name: 'token', secret: true },
      { name: 'user', secret: false },
    ])
    const one = await device()
    const { data } = await start(id, [one.id], {
      variables: [
        { name: 'token', value: secret },
        { name: 'user', value: 'root' },
      ],
    })
    const sent = await reply(one, 1, 0, `+ login 'Hunter'\\''s-2-secret'\n${secret} is wrong${'x'.repeat(70_000)}`)
    expect(sent.arg).toContain(`v_token='Hunter'\\''s-2-secret'`)
    const second = await heard(one.device, 2)
    expect(second.arg).toMatch(/^[0-9a-f]{32} file 60 \/tmp\/Hunter's-2-secret$/)
    answer(one.device, second.id, 'failed', 1, `/tmp/${secret}: no such file`)
    await reply(one, 3)
    const run = await ended(one.id)
    const logs = await Promise.all(
      (await logsOf(run.id)).map(async (log) => (await at.admin.call(getTaskLog, { params: { id: log.id } })).data),
    )
    expect(logs[0]?.result.output?.slice(0, 30)).toBe("+ login '•••'\n••• is wrongxxxx")
    expect(logs[1]?.result).toMatchObject({ state: 'failed', message: 'Device answered: /tmp/•••: no such file' })
    const admin = at.admin
    const answers = [
      logs,
      await runsOf(one.id),
      (await admin.call(getAction, { params: { id: data.id }, query: {} })).data,
      (await admin.call(listActions, { query: {} })).data,
      (await admin.call(listResults, { query: { device_id: one.id } })).data,
      (await admin.call(listActionLogs, { query: { device_id: one.id } })).data,
      (await admin.call(getDeviceLogs, { params: { id: one.id }, query: {} })).data,
      (await admin.call(listAudit, { query: {} })).data,
    ]
    expect(JSON.stringify(answers)).not.toContain('2-secret')
    const { rows } = await sql<{ all: string }>`
      SELECT (SELECT string_agg(a::text, '') FROM actions a WHERE a.id = ${data.id})
        || (SELECT string_agg(t::text, '') FROM action_targets t WHERE t.action_id = ${data.id})
        || (SELECT string_agg(l::text, '') FROM task_logs l WHERE l.device_id = ${one.id})
        || coalesce((SELECT string_agg(encode(s.sealed, 'escape'), '') FROM action_secrets s), '') AS all`.execute(
      at.world.db,
    )
    expect(rows[0]?.all).not.toContain('2-secret')
    // The values are not stored for another run; only after a failure they stay for a retry.
    expect((await admin.call(repeatAction, { body: { action_id: data.id } })).status).toBe(409)
    const stored = async () =>
      (await sql<{ count: number }>`SELECT count(*) AS count FROM action_secrets`.execute(at.world.db)).rows[0]?.count
    expect(await stored()).toBe(1)
    await admin.call(retryAction, { body: { action_id: data.id } })
    expect((await reply(one, 4)).arg).toContain('v_token=')
    const third = await heard(one.device, 5)
    answer(one.device, third.id, 'failed', 1, '')
    await reply(one, 6)
    await until(async () => (await runsOf(one.id))[0]?.status === 'failed')
    // Wiped meanwhile: the task is not sent without them.
    await sql`DELETE FROM action_secrets`.execute(at.world.db)
    await admin.call(retryAction, { body: { action_id: data.id } })
    await until(
      async () =>
        (await runsOf(one.id))[0]?.message ===
        'Not sent: the secret values are no longer stored. Run the task group again',
    )
    expect(commandsOf(one.device)).toHaveLength(6)
    const late = await start(id, [one.id], {
      variables: [
        { name: 'token', value: 'x' },
        { name: 'user', value: 'y' },
      ],
      starts_at: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
    })
    expect(late.errors[0]?.message).toBe(
      'Secret values are stored for 7 days. The start and the waiting time must be within them',
    )
  })

  test('a value does not lead out of a path', async () => {
    const id = await makeGroup([{ name: 'Log', type: 'download_file', data: { file: '/var/log/%name%' } }])
    const one = await device()
    for (const value of ['../shadow', '..', 'a\nb', 'a/'])
      expect((await start(id, [one.id], { variables: [{ name: 'name', value }] })).errors).toMatchObject([
        { source: 'variables.name', message: 'With this value the path of ‘Log’ is not a whole path of a file' },
      ])
  })
})

describe('files', () => {
  test('a file is fetched and stored, and another one is sent and listed under Files', async () => {
    const bytes = new TextEncoder().encode('option enabled 1\n')
    const file = await uploadFile(at.admin, { name: 'app.conf', bytes })
    const id = await makeGroup([
      { name: 'Store', type: 'upload_file', timeout: 20, data: { file_id: file, target_path: '/etc/app.conf' } },
      { name: 'Log', type: 'download_file', data: { file: '/var/log/app log.txt' } },
    ])
    const one = await device()
    await start(id, [one.id])
    const sum = createHash('sha256').update(bytes).digest('hex')
    const fetch = await heard(one.device)
    const [ticket = ''] = fetch.arg.split(' ')
    expect([fetch.command, fetch.arg]).toEqual(['fetch', `${ticket} ${sum} ${bytes.length} 20`])
    expect((await fetchFile(known(one), ticket)).bytes.toString()).toBe('option enabled 1\n')
    answer(one.device, fetch.id, 'done', 0, `${bytes.length} bytes`)
    expect(await reply(one, 2)).toMatchObject({ command: 'store', arg: `${sum} /etc/app.conf` })
    const send = await heard(one.device, 3)
    expect(send.arg).toMatch(/^[0-9a-f]{32} file 60 \/var\/log\/app log.txt$/)
    const content = Buffer.from('line\n')
    const put = { ticket: send.arg.slice(0, 32) }
    await sendPart(known(one), { ...put, step: 'append', offset: 0 }, content)
    await sendPart(known(one), { ...put, step: 'end', sha256: createHash('sha256').update(content).digest('hex') })
    answer(one.device, send.id, 'done', 0, '5 bytes')
    const run = await ended(one.id)
    const logs = await logsOf(run.id)
    expect(logs.map(({ result }) => result.message)).toEqual(['File stored', 'File received'])
    const received = (await at.admin.call(getFile, { params: { id: logs[1]!.result.file_id! } })).data
    expect(received).toMatchObject({ name: 'app log.txt', type: 'device_task_manager_file', device_id: one.id })
  })

  test('what a device reports is compared with what the server knows', async () => {
    const file = await uploadFile(at.admin)
    const upload = { name: 'Store', type: 'upload_file', data: { file_id: file, target_path: '/etc/x' } }
    const id = await makeGroup([
      { ...upload, stop_on_failure: false },
      { name: 'Log', type: 'download_file', data: { file: '/tmp/x' } },
    ])
    const one = await device()
    await start(id, [one.id])
    await reply(one, 1)
    await reply(one, 2)
    const run = await ended(one.id)
    expect((await logsOf(run.id)).map(({ result }) => [result.state, result.message])).toEqual([
      ['failed', 'The device reports the file as fetched, but did not fetch it'],
      ['failed', 'The device reports the file as sent, but the server did not receive it'],
    ])
    const refusing = await device()
    await start(await makeGroup([upload]), [refusing.id])
    const fetch = await heard(refusing.device)
    await fetchFile(known(refusing), fetch.arg.slice(0, 32))
    answer(refusing.device, fetch.id, 'done', 0)
    const store = await heard(refusing.device, 2)
    answer(refusing.device, store.id, 'failed', 3, 'it is a folder')
    const [log] = await logsOf((await ended(refusing.id)).id)
    expect(log?.result).toMatchObject({
      message: 'The device cannot store the file there: it is a folder',
      exit_code: 3,
    })
  })

  test('devices with an older agent are left out of groups with files', async () => {
    const id = await makeGroup([{ name: 'Log', type: 'download_file', data: { file: '/tmp/x' } }])
    const one = await online({ caps: ['exec', 'send'] })
    expect((await start(id, [one.id])).errors).toMatchObject([
      { code: 'UNSUPPORTED', message: expect.stringContaining('cannot store or send files. Update the agent') },
    ])
    expect((await start(await makeGroup([command('true')]), [one.id])).status).toBe(200)
    expect((await at.admin.call(listTaskLogs, { query: { device_id: one.id } })).data).toEqual([])
    expect((await at.admin.call(runTaskGroup, { params: { id }, body: {} })).status).toBe(422)
  })
})
