import { cancelActions, executeAction, executeCommands, retryAction } from '@longreach/contract/actions/endpoints'
import {
  getAction,
  getActionTarget,
  listActionLogs,
  listActions,
  listPendingActions,
} from '@longreach/contract/actions/read-endpoints'
import { deleteDevices, getDevice, getDeviceLogs } from '@longreach/contract/devices/endpoints'
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
  poll,
  reaches,
  read,
  reboot,
  run,
  useActionWorld,
} from '../../test/domains/actions.ts'
import { until } from '../../test/until.ts'
import { makeUser } from '../../test/world.ts'

useActionWorld()

const stateOf = async (id: number) => (await at.admin.call(getDevice, { params: { id } })).data.status

describe('cancel and retry', () => {
  test('S4.105: queued jobs can be cancelled by device, by job and by action; sent ones cannot', async () => {
    const enrolled = await offline()
    const [one, two, three] = await Promise.all(['1', '2', '3'].map((text) => run(enrolled.deviceId, text)))
    const job = (await read(one!.data.id)).targets[0]!.id
    expect((await at.admin.call(cancelActions, { body: { job_id: [job] } })).data.cancelled).toBe(1)
    expect((await at.admin.call(cancelActions, { body: { action_id: two!.data.id } })).data.cancelled).toBe(1)
    expect((await at.admin.call(cancelActions, { body: { device_id: [enrolled.deviceId] } })).data.cancelled).toBe(1)
    expect((await read(three!.data.id)).targets[0]).toMatchObject({
      state: 'cancelled',
      message: 'Cancelled by admin@example.test',
    })
    const again = await at.admin.call(cancelActions, { body: { job_id: [job] } })
    expect([again.status, again.errors[0]?.code]).toEqual([409, 'CONFLICT'])

    const { id, device } = await online()
    const sent = await reboot([id])
    await heard(device)
    const answer = await at.admin.call(cancelActions, { body: { job_id: [(await read(sent.data.id)).targets[0]!.id] } })
    expect(answer.errors[0]?.message).toBe('Too late to cancel: state is sent')
    expect((await at.viewer.call(cancelActions, { body: { action_id: sent.data.id } })).status).toBe(403)
  })

  test('an expired one is retried as a new attempt with a new id', async () => {
    const enrolled = await offline()
    const { data, meta } = await reboot([enrolled.deviceId])
    await age('expires_at', data.id)
    expect((await reaches(data.id, 'expired'))[0]?.message).toBe('Device did not come online in time')
    const retried = await at.admin.call(retryAction, { body: { action_id: data.id } })
    expect(meta.action_id).toBe(data.id)
    expect([retried.status, retried.data.retried, retried.meta.channel]).toEqual([200, 1, meta.channel])
    const device = await connect(enrolled)
    expect((await heard(device)).id).toMatch(/_2_/)
    expect((await read(data.id)).targets[0]).toMatchObject({ state: 'sent', attempt: 2 })
    const none = await at.admin.call(retryAction, { body: { action_id: data.id } })
    expect(none.status).toBe(409)
  })

  test('one that failed on the device is sent under an id the device does not know yet', async () => {
    const { id, device } = await online()
    const { data } = await run(id, 'false')
    const first = await heard(device)
    answer(device, first.id, 'done', 1, 'no')
    await reaches(data.id, 'failed')
    const [target] = (await read(data.id)).targets
    await at.admin.call(retryAction, { body: { action_id: data.id, job_id: [target!.id] } })
    const second = await heard(device, 2)
    expect(second.id).not.toBe(first.id)
    answer(device, second.id, 'done', 0, 'yes')
    await reaches(data.id, 'done')
    const { data: details } = await at.admin.call(getActionTarget, { params: { id: target!.id } })
    expect(details).toMatchObject({ attempt: 2, output: 'yes', exit_code: 0 })
    expect(details.steps.map((step) => `${step.attempt} ${step.state}`)).toEqual([
      '1 queued',
      '1 sent',
      '1 failed',
      '2 queued',
      '2 sent',
      '2 done',
    ])
  })

  /** A command that was sent but not answered in time. */
  async function unanswered() {
    const { id, enrolled, device } = await online()
    const { data } = await run(id, 'pump start')
    const first = await heard(device)
    await age('due_at', data.id)
    const [target] = await reaches(data.id, 'failed')
    expect(target).toMatchObject({ outcome_unknown: true, exit_code: null })
    const retry = () => at.admin.call(retryAction, { body: { action_id: data.id } })
    return { id: data.id, enrolled, device, first, retry }
  }

  test('a command without an answer may have run: a retry asks for its outcome under the same id', async () => {
    const { id, device, first, retry } = await unanswered()
    await retry()
    expect((await heard(device, 2)).id).toBe(first.id)
    answer(device, first.id, 'already', 0, 'started')
    const [target] = await reaches(id, 'done')
    expect(target).toMatchObject({ outcome_unknown: false, attempt: 1 })
    const { data } = await at.admin.call(getActionTarget, { params: { id: target!.id } })
    expect(data.output).toBe('started')
    expect(data.steps.map(({ message }) => message)).toContain('Outcome unknown. Waiting to ask the device again')
  })

  test('a device that has restarted since, before the retry or after it, gets a new id', async () => {
    for (const retriedFirst of [false, true]) {
      const { id, enrolled, device, first, retry } = await unanswered()
      device.leave()
      await until(async () => (await stateOf(enrolled.deviceId)) === 0)
      if (retriedFirst) await retry()
      const again = await connect({ ...enrolled, hello: { ...enrolled.hello, boot: freshBoot() } })
      if (!retriedFirst) {
        expect((await read(id)).targets[0]).toMatchObject({ outcome_unknown: false })
        await retry()
      }
      const second = await heard(again)
      expect(second.id).not.toBe(first.id)
      expect((await read(id)).targets[0]).toMatchObject({ attempt: 2, outcome_unknown: false })
    }
  })

  test('an answer that comes too late says what became of it; a retry is another attempt then', async () => {
    const { id, device, first, retry } = await unanswered()
    answer(device, first.id, 'done', 3, 'jammed')
    await until(async () => (await read(id)).targets[0]?.exit_code === 3)
    expect((await read(id)).targets[0]).toMatchObject({
      state: 'failed',
      outcome_unknown: false,
      message: 'Device answered too late, with code 3',
    })
    await retry()
    expect((await heard(device, 2)).id).not.toBe(first.id)
  })

  test('what may be repeated gets a new id, answered or not', async () => {
    const { id, device } = await online()
    const { data } = await at.admin.call(executeAction, { body: { action: 'update_metrics_data', device_id: [id] } })
    const first = await heard(device)
    await age('due_at', data.id)
    expect((await reaches(data.id, 'failed'))[0]).toMatchObject({ outcome_unknown: false })
    await at.admin.call(retryAction, { body: { action_id: data.id } })
    expect((await heard(device, 2)).id).not.toBe(first.id)
  })

  test('a command is retried only by those who may run one', async () => {
    const enrolled = await offline()
    const { data } = await run(enrolled.deviceId, 'id')
    await age('expires_at', data.id)
    await reaches(data.id, 'expired')
    const support = await at.world.db
      .insertInto('roles')
      .values({ ...at.company, name: 'rebooter', title: 'Rebooter' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`INSERT INTO role_permissions (role_id, permission) VALUES (${support.id}, 'execute_device_actions'), (${support.id}, 'view_device_logs')`.execute(
      at.world.db,
    )
    await makeUser(at.world, 'rebooter', at.company, support.id)
    const rebooter = await at.world.as('rebooter')
    expect((await rebooter.call(retryAction, { body: { action_id: data.id } })).status).toBe(403)
  })

  test('deleting a device ends its running actions', async () => {
    const enrolled = await offline()
    const { data } = await reboot([enrolled.deviceId])
    await at.admin.call(deleteDevices, { body: { device_id: [enrolled.deviceId] } })
    await until(async () => (await read(data.id)).counts.failed === 1)
    expect((await read(data.id)).targets[0]?.message).toBe('Device was deleted')
    const retried = await at.admin.call(retryAction, { body: { action_id: data.id } })
    expect([retried.status, retried.errors[0]?.message]).toEqual([409, 'Device was deleted'])
  })
})

describe('how it is reported', () => {
  test('lists, logs, pending jobs and the device’s activity; another company sees none of it', async () => {
    await makeUser(at.world, 'stranger', at.rival, 2)
    const stranger = await at.world.as('stranger')
    const enrolled = await offline()
    const id = enrolled.deviceId
    const { data, meta } = await reboot([id])
    const pending = await at.admin.call(listPendingActions, { query: { device_id: id } })
    expect(pending.data).toMatchObject([
      { job_type: 'reboot', name: 'Reboot', device_id: id, serial: enrolled.hello.serial },
    ])
    const active = await at.admin.call(listActions, { query: { device_id: id, active: true } })
    expect(active.data).toMatchObject([
      { id: data.id, total: 1, counts: { queued: 1 }, channel: meta.channel, device_id: id },
    ])
    expect((await at.viewer.call(listActions, { query: { device_id: id } })).data).toMatchObject([
      { id: data.id, channel: null },
    ])
    expect((await at.viewer.call(listActions, { query: { device_id: id, own: true } })).data).toEqual([])
    await age('expires_at', data.id)
    await reaches(data.id, 'expired')
    expect((await at.admin.call(listActions, { query: { device_id: id, active: true } })).data).toEqual([])
    const logs = await at.admin.call(listActionLogs, { query: { device_id: id } })
    expect(logs.data).toMatchObject([
      {
        action_name: 'reboot',
        request_target_state: 'expired',
        events: [{ action: 'Reboot: queued' }, { action: 'Reboot: expired' }],
      },
    ])
    const activity = await at.admin.call(getDeviceLogs, { params: { id }, query: { type: 'action' } })
    expect(activity.data).toMatchObject([
      {
        action_id: data.id,
        status: false,
        log: 'Reboot: Device did not come online in time',
        username: 'admin@example.test',
      },
      { action_id: data.id, status: true },
    ])
    expect((await stranger.call(getAction, { params: { id: data.id } })).status).toBe(404)
    expect((await stranger.call(listActions)).data).toEqual([])
    expect((await poll(stranger, meta.channel)).status).toBe(404)
    expect((await poll(at.viewer, meta.channel)).status).toBe(404)
  })

  test('a command for several devices', async () => {
    const one = await online()
    const two = await online()
    const { data } = await at.admin.call(executeCommands, {
      body: { command: 'id', device_id: [one.id, two.id], seconds: 5 },
    })
    for (const { device } of [one, two]) answer(device, (await heard(device)).id, 'done', 0, 'uid=0')
    expect(await reaches(data.id, 'done')).toHaveLength(2)
    expect(commandsOf(one.device)[0]?.seconds).toBe(5)
  })
})
