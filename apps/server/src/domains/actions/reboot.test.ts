import { executeAction } from '@longreach/contract/actions/endpoints'
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

useActionWorld()

describe('reboot', () => {
  test('S7.83 S7.116: is done when the device comes back with another boot id, and each step is published on the channel', async () => {
    const { enrolled, id, device } = await online()
    const { status, data, meta } = await reboot([id])
    expect([status, data.devices]).toEqual([200, 1])
    const command = await heard(device)
    expect(command).toMatchObject({ command: 'reboot', seconds: 60 })
    expect(command.id).toMatch(/^[A-Za-z0-9_-]{1,40}$/)
    device.leave()
    await reaches(data.id, 'running')
    await connect({ ...enrolled, hello: { ...enrolled.hello, boot: freshBoot() } })
    const [target] = await reaches(data.id, 'done')
    expect(target).toMatchObject({ message: 'Device restarted', attempt: 1, device_id: id })
    const events = (await poll(at.admin, meta.channel)).data[String(id)]!
    expect(events.map((event) => event.status)).toEqual(['queued', 'sent', 'running', 'completed'])
    expect(events.at(-1)).toMatchObject({ value: 'Device restarted', progress: { value: 3, total: 3 } })
  })

  test('a device that comes back with the same boot id is asked again under the same id', async () => {
    const { enrolled, id, device } = await online()
    const { data } = await reboot([id])
    const first = await heard(device)
    device.leave()
    await reaches(data.id, 'running')
    const again = await connect(enrolled)
    expect((await heard(again)).id).toBe(first.id)
    answer(again, first.id, 'already', 0, 'begun, not finished')
    again.leave()
    await connect({ ...enrolled, hello: { ...enrolled.hello, boot: freshBoot() } })
    await reaches(data.id, 'done')
  })

  test('a device that never restarts, and one that never returns, fail with the right reason', async () => {
    const stays = await online()
    const leaves = await online()
    const { data } = await reboot([stays.id, leaves.id])
    await heard(stays.device)
    await heard(leaves.device)
    leaves.device.leave()
    await until(async () => (await read(data.id)).counts.running === 1)
    await age('due_at', data.id)
    const targets = await reaches(data.id, 'failed')
    const message = (id: number) => targets.find((target) => target.device_id === id)?.message
    expect(message(stays.id)).toMatch(/^Device did not restart within \d+ s$/)
    expect(message(leaves.id)).toMatch(/^Device did not reconnect within \d+ s$/)
  })

  test('waits for a device that is offline and shows it', async () => {
    const enrolled = await offline()
    const { data } = await reboot([enrolled.deviceId])
    const [waiting] = (await read(data.id)).targets
    expect(waiting?.message).toMatch(/^Device is offline since 20.{17} \(UTC\)\. Waiting until 20.{17} \(UTC\)$/)
    const device = await connect(enrolled)
    await heard(device)
    await reaches(data.id, 'sent')
  })
})

describe('refresh', () => {
  test('is done when the device reports it', async () => {
    const { id, device } = await online()
    const { data } = await at.admin.call(executeAction, { body: { action: 'update_metrics_data', device_id: [id] } })
    const command = await heard(device)
    expect(command.command).toBe('refresh')
    answer(device, command.id, 'done', 0, 'refreshed')
    await reaches(data.id, 'done')
  })

  test('without an answer it fails after its timeout', async () => {
    const { id, device } = await online()
    const { data } = await at.admin.call(executeAction, { body: { action: 'update_metrics_data', device_id: [id] } })
    await heard(device)
    await age('due_at', data.id)
    expect((await reaches(data.id, 'failed'))[0]?.message).toMatch(/^Device did not answer within \d+ s$/)
  })

  test('a silent device is asked again under the same id after a while', async () => {
    const { id, device } = await online()
    const { data } = await at.admin.call(executeAction, { body: { action: 'update_metrics_data', device_id: [id] } })
    const first = await heard(device)
    await age('lease_until', data.id)
    await until(() => commandsOf(device).length === 2)
    expect(commandsOf(device)[1]?.id).toBe(first.id)
  })
})

describe('order on a device', () => {
  test('one that writes waits for the previous one; reading runs in parallel', async () => {
    const { id, device } = await online()
    const first = await run(id, 'first')
    const second = await run(id, 'second')
    await at.admin.call(executeAction, { body: { action: 'update_metrics_data', device_id: [id] } })
    await until(() => commandsOf(device).length === 2)
    expect(commandsOf(device).map((command) => command.arg || command.command)).toEqual(['first', 'refresh'])
    answer(device, commandsOf(device)[0]!.id, 'done', 0)
    expect(await heard(device, 3)).toMatchObject({ arg: 'second' })
    await reaches(first.data.id, 'done')
    await reaches(second.data.id, 'sent')
  })

  test('actions queued for an offline device run in order when it returns', async () => {
    const enrolled = await offline()
    for (const text of ['one', 'two', 'three']) await run(enrolled.deviceId, text)
    const device = await connect(enrolled)
    for (let count = 1; count <= 3; count++) answer(device, (await heard(device, count)).id, 'done', 0)
    expect(commandsOf(device).map((command) => command.arg)).toEqual(['one', 'two', 'three'])
  })
})
