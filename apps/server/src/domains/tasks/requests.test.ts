import { uploadApiDocument } from '@longreach/contract/configs/document-endpoints'
import { createTaskGroup, getTaskLog } from '@longreach/contract/tasks/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answer, at, heard, online, useActionWorld } from '../../test/domains/actions.ts'
import { ended, logsOf, makeGroup, read, start } from '../../test/domains/tasks.ts'
import { apiDocument } from '../../test/examples/configs.ts'

useActionWorld()

const request = (data: object, more: object = {}) => ({ name: 'Request', type: 'api_request', data, ...more })
const router = () => online({ caps: ['exec', 'api-call'], backend: 'rutos', model: 'RUTX50' })
const variables = [
  { name: 'iface', value: 'w/n' },
  { name: 'code', value: '12"34' },
]
const given = [
  request({ method: 'GET', path: '/api/system/device/status', query: 'of=%iface%' }, { stop_on_failure: false }),
  request({
    method: 'PUT',
    path: '/api/interfaces/config/%iface%',
    body: '{"data":{"pin":"%code%","mtu":"1400"}}',
    acceptable_statuses: [200, 422],
  }),
]

test('a request of the API of a device is done with its variables; its code and output are in the log, without secrets', async () => {
  const one = await router()
  const group = await makeGroup(given, { secret_variables: ['code'] })
  expect((await read(group)).tasks[1]).toMatchObject({
    type: 'api_request',
    data: { method: 'PUT', path: '/api/interfaces/config/%iface%', query: '', acceptable_statuses: [200, 422] },
  })
  expect(await start(group, [one.id], { variables })).toMatchObject({ status: 200 })
  const first = await heard(one.device)
  expect(first).toMatchObject({ command: 'api-call', seconds: 60, arg: 'GET /api/system/device/status?of=w%2Fn -' })
  answer(one.device, first.id, 'done', 0, '500\nfailed')
  const second = await heard(one.device, 2)
  expect(second.arg).toBe('PUT /api/interfaces/config/w%2Fn {"data":{"pin":"12\\"34","mtu":"1400"}}')
  answer(one.device, second.id, 'done', 0, '422\n{"errors":[{"error":"12\\"34 is no PIN"}]}')
  const run = await ended(one.id)
  expect(run.status).toBe('failed')
  const logs = await logsOf(run.id)
  expect(logs.map(({ result }) => [result.state, result.exit_code, result.message])).toEqual([
    ['failed', 500, 'Answered 500'],
    ['done', 422, 'Answered 422'],
  ])
  const log = await at.admin.call(getTaskLog, { params: { id: logs[1]?.id ?? 0 } })
  expect(log.data.result.output).toBe('{"errors":[{"error":"••• is no PIN"}]}')
  const { rows } = await sql<{ all: string }>`
    SELECT coalesce((SELECT json_agg(l) FROM task_logs l)::text, '') || (SELECT json_agg(a) FROM actions a)::text AS all`.execute(
    at.world.db,
  )
  expect(rows[0]?.all).not.toContain('12\\"34')
})

test('what is no request, has the value of a secret, or is for a device that cannot do it is refused', async () => {
  const create = (task: object, more: object = {}) =>
    at.admin.call(createTaskGroup, {
      body: { company_id: at.company.company_id, name: 'Refused', tasks: [task], ...more } as never,
    })
  const put = { method: 'PUT', path: '/api/x' }
  for (const [data, source, message] of [
    [{ path: '/api/x' }, 'tasks.0.data.method', 'Select a method'],
    [{ method: 'GET' }, 'tasks.0.data.path', 'Enter a path'],
    [{ method: 'GET', path: '/etc/passwd' }, 'tasks.0.data.path', /Enter a path of the API/],
    [{ method: 'GET', path: '/api/../etc' }, 'tasks.0.data.path', /Enter a path of the API/],
    [{ ...put, query: 'a b' }, 'tasks.0.data.query', /name=value/],
    [{ ...put, body: '[1]' }, 'tasks.0.data.body', 'Enter an object as JSON'],
    [{ ...put, body: '{"data":{"password":"hunter2"}}' }, 'tasks', /data\.password is a secret/],
    [{ ...put, body: '{"data":{"password":"%word%"}}' }, 'tasks', /data\.password is a secret/],
    [{ ...put, query: 'token=abc' }, 'tasks', /token is a secret/],
  ] as const)
    expect(await create(request(data))).toMatchObject({
      status: 422,
      errors: [{ source, message: typeof message === 'string' ? message : expect.stringMatching(message) }],
    })
  const group = await makeGroup([request({ ...put, body: '{"data":{"password":"%word%"}}' })], {
    secret_variables: ['word'],
  })
  const old = await online({ caps: ['exec'], backend: 'rutos', model: 'RUTX50' })
  const secret = [{ name: 'word', value: 'hunter2' }]
  expect(await start(group, [old.id], { variables: secret })).toMatchObject({
    errors: [{ message: expect.stringMatching(/cannot call its API\. Update the agent$/) }],
  })
})

test('with an API document a request is checked before it is sent', async () => {
  const one = await router()
  const root = await at.world.as('root')
  const schema = { type: 'object', properties: { data: { type: 'object', properties: { mtu: { maxLength: 4 } } } } }
  const put = { requestBody: { content: { 'application/json': { schema } } } }
  const file = apiDocument({ paths: { '/interfaces/config/{id}': { put } } })
  await root.call(uploadApiDocument, { body: { system: 'rutos' } as never, files: { file } })
  const group = await makeGroup([
    request({ method: 'PUT', path: '/api/interfaces/config/lan', body: '{"data":{"mtu":"%mtu%"}}' }),
    request({ method: 'GET', path: '/api/nothing' }),
  ])
  expect(await start(group, [one.id], { variables: [{ name: 'mtu', value: '14000' }] })).toMatchObject({
    status: 422,
    errors: [
      { message: 'Task ‘Request’: data.mtu: at most 4 characters' },
      { message: 'Task ‘Request’: /api/nothing: not in the API document' },
    ],
  })
})
