import { executeCommand } from '@longreach/contract/actions/endpoints'
import { getActionTarget } from '@longreach/contract/actions/read-endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { describe, expect, test } from 'vitest'
import {
  answer,
  at,
  caps,
  commandsOf,
  connect,
  follow,
  freshBoot,
  heard,
  offline,
  online,
  reaches,
  read,
  run,
  useActionWorld,
} from '../../test/domains/actions.ts'
import { until } from '../../test/until.ts'
import { makeDevice, makeUser } from '../../test/world.ts'

useActionWorld()

describe('command', () => {
  test('returns its output and exit code; the text is in the audit log', async () => {
    const { id, device } = await online()
    const { data } = await run(id, "echo 'it works' # ä")
    const command = await heard(device)
    expect(command).toMatchObject({ command: 'exec', seconds: 30, arg: "echo 'it works' # ä" })
    answer(device, command.id, 'done', 0, 'it works\n\ttab \\ \x1b[31mred\n')
    const [target] = await reaches(data.id, 'done')
    expect(target).toMatchObject({ exit_code: 0, has_output: true, message: 'Command finished' })
    const details = await at.admin.call(getActionTarget, { params: { id: target!.id } })
    expect(details.data).toMatchObject({ output: 'it works\n\ttab \\ \x1b[31mred\n', command: "echo 'it works' # ä" })
    expect(details.data.steps.map((step) => step.state)).toEqual(['queued', 'sent', 'done'])
    const audit = await at.admin.call(listAudit, { query: { target: 'action', target_id: data.id } })
    expect(JSON.stringify(audit.data)).toContain("echo 'it works' # ä")
    expect(JSON.stringify(audit.data)).toContain(`[${id}]`)
  })

  test('a screen that follows gets earlier steps and each new one', async () => {
    const enrolled = await offline()
    const { data, meta } = await run(enrolled.deviceId, 'id')
    const { socket, messages } = follow(at.admin, meta.channel)
    const states = () => messages.flat().map((event) => `${event.key} ${event.data.status}`)
    await until(() => states().length === 1)
    const device = await connect(enrolled)
    answer(device, (await heard(device)).id, 'done', 0)
    await reaches(data.id, 'done')
    await until(() => states().length === 3)
    const key = enrolled.deviceId
    expect(states()).toEqual([`${key} queued`, `${key} sent`, `${key} completed`])
    socket.close()
  })

  test('an exit code other than 0 fails it, with its output', async () => {
    const { id, device } = await online()
    const { data } = await run(id, 'false')
    answer(device, (await heard(device)).id, 'done', 3, 'no such thing')
    const [target] = await reaches(data.id, 'failed')
    expect(target).toMatchObject({ exit_code: 3, message: 'Exit code 3', has_output: true })
  })

  test('one that exceeded its time limit reports that and keeps its output', async () => {
    const { id, device } = await online()
    const { data } = await run(id, 'sleep 99')
    answer(device, (await heard(device)).id, 'failed', 124, 'half of it')
    const [target] = await reaches(data.id, 'failed')
    expect(target).toMatchObject({ exit_code: 124, message: 'Command timed out', has_output: true })
  })

  test('hostile output is truncated, without NUL, and its parts stay in order', async () => {
    const { id, device } = await online()
    const { data } = await run(id, 'cat /dev/urandom')
    const command = await heard(device)
    answer(device, command.id, 'done', 0, `<script>alert(1)</script>${'ä'.repeat(100_000)}`)
    const [target] = await reaches(data.id, 'done')
    const { output } = (await at.admin.call(getActionTarget, { params: { id: target!.id } })).data
    expect(output?.startsWith('<script>alert(1)</script>ä')).toBe(true)
    expect(output?.endsWith('ä…')).toBe(true)
    expect(Buffer.byteLength(output ?? '')).toBeLessThanOrEqual(65_540)
  })

  test('a device that restarted before it answered is not asked to run it a second time', async () => {
    const { enrolled, id, device } = await online()
    const { data } = await run(id, 'opkg install x')
    await heard(device)
    device.leave()
    const again = await connect({ ...enrolled, hello: { ...enrolled.hello, boot: freshBoot() } })
    const [target] = await reaches(data.id, 'failed')
    expect(target?.message).toBe('Device restarted before it answered. The result is unknown')
    expect(commandsOf(again)).toEqual([])
  })

  test('an answer after the link was lost arrives over the next: the same id, answered once', async () => {
    const { enrolled, id, device } = await online()
    const { data } = await run(id, 'uptime')
    const first = await heard(device)
    device.leave()
    const again = await connect(enrolled)
    expect((await heard(again)).id).toBe(first.id)
    answer(again, first.id, 'already', 0, 'up 3 days')
    await reaches(data.id, 'done')
    answer(again, first.id, 'failed', 1, 'late')
    expect((await read(data.id)).targets[0]).toMatchObject({ state: 'done', exit_code: 0 })
  })

  test('another device cannot answer for one', async () => {
    const mine = await online()
    const other = await online()
    const { data } = await run(mine.id, 'uptime')
    const { id } = await heard(mine.device)
    const own = await run(other.id, 'uptime')
    answer(other.device, id, 'done', 0, 'forged')
    answer(other.device, (await heard(other.device)).id, 'done', 0)
    await reaches(own.data.id, 'done')
    answer(mine.device, id, 'done', 0, 'true')
    const [target] = await reaches(data.id, 'done')
    expect((await at.admin.call(getActionTarget, { params: { id: target!.id } })).data.output).toBe('true')
  })

  test('an older agent reports that it cannot', async () => {
    const { id, device } = await online()
    const { data } = await run(id, 'uptime')
    answer(device, (await heard(device)).id, 'failed', 127, 'unsupported')
    expect((await reaches(data.id, 'failed'))[0]?.message).toBe('Agent does not support this action. Update the agent')
  })

  test('text and output are for those who may run commands; others see that one ran', async () => {
    const { id, device } = await online()
    const { data } = await run(id, 'cat /etc/secret')
    answer(device, (await heard(device)).id, 'done', 0, 'the secret')
    const [target] = await reaches(data.id, 'done')
    const seen = await at.viewer.call(getActionTarget, { params: { id: target!.id } })
    expect(seen.data).toMatchObject({ command: null, output: null, state: 'done' })
    expect((await read(data.id, at.viewer)).command).toBeNull()
    expect((await at.viewer.call(executeCommand, { params: { id }, body: { command: 'id' } })).status).toBe(403)
  })

  test('too many per minute have to wait', async () => {
    await makeUser(at.world, 'hasty', at.company, 2)
    const hasty = await at.world.as('hasty')
    const id = await makeDevice(at.world, at.company, { caps })
    const statuses = []
    for (let count = 0; count < 61; count++)
      statuses.push((await hasty.call(executeCommand, { params: { id }, body: { command: 'id' } })).status)
    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true)
    expect(statuses[60]).toBe(429)
  })
})
