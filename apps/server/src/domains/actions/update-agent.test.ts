import { setTimeout as delay } from 'node:timers/promises'
import { executeAction, retryAction } from '@longreach/contract/actions/endpoints'
import { formatGet } from '@longreach/contract/link/files'
import { linkLimits } from '@longreach/contract/link/limits'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAgentScript } from '../../gateway/install/agent-script.ts'
import {
  age,
  answer,
  at,
  caps,
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
  useActionWorld,
} from '../../test/domains/actions.ts'
import { fetchFile } from '../../test/gateway/file.ts'
import { until } from '../../test/until.ts'
import { makeDevice } from '../../test/world.ts'

useActionWorld()

let served: Awaited<ReturnType<typeof buildAgentScript>>
beforeAll(async () => {
  served = await buildAgentScript()
})

const update = (ids: number[], client = at.admin) =>
  client.call(executeAction, { body: { action: 'update_agent', device_id: ids } })

/** A device that was sent an update, its command, and the device with the new agent. */
async function sendUpdate() {
  const { enrolled, id, device } = await online()
  const { data, meta } = await update([id])
  const command = await heard(device)
  const newer = { ...enrolled, hello: { ...enrolled.hello, agent: served.version } }
  return { enrolled, newer, id, device, command, action: data.id, channel: meta.channel }
}

describe('an update of the agent', () => {
  test('names ticket, checksum, length and version, and is done when the device sends a hello with the new one installed', async () => {
    const { newer, device, command, action, channel } = await sendUpdate()
    const [ticket, ...file] = command.arg.split(' ')
    expect([command.command, ...file]).toEqual([
      'upgrade-agent',
      served.sha256,
      String(served.script.length),
      served.version,
    ])
    expect(formatGet({ ticket: ticket!, offset: 0 })).toMatch(/^get [0-9a-f]{32} 0$/)
    device.leave()
    await reaches(action, 'running')
    const tried = await connect({ ...newer, hello: { ...newer.hello, trial: true } })
    // It is asked once more and answers that the update is running.
    expect((await heard(tried)).id).toBe(command.id)
    answer(tried, command.id, 'already', 0, 'begun, not finished')
    tried.leave()
    expect((await read(action)).counts.running).toBe(1)
    await connect(newer)
    const [target] = await reaches(action, 'done')
    expect(target?.message).toBe(`Agent updated to ${served.version}`)
    const events = (await poll(at.admin, channel)).data[String(target?.device_id)]!
    expect(events.map((event) => event.status)).toEqual(['queued', 'sent', 'running', 'completed'])
  })

  test('has failed when the old agent is back with the reason, also after a restart of the device', async () => {
    for (const boot of [undefined, freshBoot()]) {
      const { enrolled, device, command, action } = await sendUpdate()
      device.leave()
      const back = await connect({ ...enrolled, hello: { ...enrolled.hello, ...(boot && { boot }) } })
      expect((await heard(back)).id).toBe(command.id)
      answer(back, command.id, 'already', 1, 'the new agent was not welcomed within 300 s')
      const [target] = await reaches(action, 'failed')
      expect(target).toMatchObject({
        exit_code: 1,
        message: 'Device answered: the new agent was not welcomed within 300 s',
      })
    }
  })

  test('is sent to an agent that cannot update itself yet as a command that installs the next one', async () => {
    const { enrolled } = await online()
    const old = { ...enrolled, hello: { ...enrolled.hello, caps: ['reboot', 'exec'], v: linkLimits.protocol - 1 } }
    const device = await connect(old)
    const { data } = await update([enrolled.deviceId])
    const command = await heard(device)
    expect(command).toMatchObject({ command: 'exec', seconds: 60 })
    expect(command.arg).toContain(`= ${served.sha256} ]`)
    answer(device, command.id, 'done', 0, 'handed over')
    await reaches(data.id, 'running')
    const tried = await connect({ ...enrolled, hello: { ...enrolled.hello, agent: served.version, trial: true } })
    // It answers like the previous agent.
    answer(tried, (await heard(tried)).id, 'already', 0, 'handed over')
    answer(tried, command.id, 'already', 0, 'handed over')
    await delay(300)
    expect((await read(data.id)).counts.running).toBe(1)
    await connect({ ...enrolled, hello: { ...enrolled.hello, agent: served.version } })
    await reaches(data.id, 'done')
  })

  test('is not believed while the device still runs the old agent', async () => {
    const { device, command, action } = await sendUpdate()
    answer(device, command.id, 'done', 0, served.version)
    await reaches(action, 'running')
    await age('due_at', action)
    const [target] = await reaches(action, 'failed')
    expect(target?.message).toMatch(/^Agent was not updated within \d+ s$/)
  })

  test('is done by a late answer if the hello was lost', async () => {
    const { device, id, command, action } = await sendUpdate()
    await sql`UPDATE devices SET agent_version = ${served.version} WHERE id = ${id}`.execute(at.world.db)
    answer(device, command.id, 'already', 0, served.version)
    await reaches(action, 'done')
  })

  test('one that never returns fails with the right reason, and is retried under another id', async () => {
    const { enrolled, newer, device, command, action } = await sendUpdate()
    device.leave()
    await reaches(action, 'running')
    await age('due_at', action)
    const [target] = await reaches(action, 'failed')
    expect(target?.message).toMatch(/^Device did not reconnect within \d+ s$/)
    expect((await at.admin.call(retryAction, { body: { action_id: action } })).data.retried).toBe(1)
    const back = await connect(enrolled)
    expect((await heard(back)).id).not.toBe(command.id)
    back.leave()
    await connect(newer)
    await reaches(action, 'done')
  })

  test('waits for a device that is offline, and nothing that writes runs in parallel', async () => {
    const enrolled = await offline()
    const { data } = await update([enrolled.deviceId])
    await at.admin.call(executeAction, { body: { action: 'reboot', device_id: [enrolled.deviceId] } })
    const device = await connect(enrolled)
    await heard(device)
    await reaches(data.id, 'sent')
    expect(commandsOf(device).map((command) => command.command)).toEqual(['upgrade-agent'])
    await connect({ ...enrolled, hello: { ...enrolled.hello, agent: served.version } })
    await reaches(data.id, 'done')
  })

  test('that waits while the server gets another agent is reported as outdated instead of sent', async () => {
    const enrolled = await offline()
    const { data } = await update([enrolled.deviceId])
    await sql`UPDATE actions SET arg = '0.9.0' WHERE id = ${data.id}`.execute(at.world.db)
    const device = await connect(enrolled)
    const [target] = await reaches(data.id, 'failed')
    expect(target?.message).toBe(`Not sent: the server now offers agent ${served.version}. Start the update again`)
    expect(commandsOf(device)).toEqual([])
  })

  test('with more devices than a batch, none is sent another agent', async () => {
    const { id: linked } = await online()
    const many = Array.from({ length: 250 }, () => makeDevice(at.world, at.company, { caps, agent_version: '1.0.0' }))
    const ids = await Promise.all(many)
    const { data } = await update(ids)
    await sql`UPDATE actions SET arg = '0.9.0' WHERE id = ${data.id}`.execute(at.world.db)
    await sql`
      INSERT INTO device_session (device_id, node, epoch, boot, open)
      SELECT id, s.node, 1, ${freshBoot()}, true FROM device_session s, unnest(${ids}::bigint[]) id
      WHERE s.device_id = ${linked}`.execute(at.world.db)
    const counts = async () => (await read(data.id)).counts
    // Each call checks all targets of the node.
    await reboot(ids)
    await until(async () => ((await counts()).failed ?? 0) >= 200)
    await reboot(ids)
    await until(async () => (await counts()).failed === ids.length)
    const events = await at.world.db
      .selectFrom('action_events')
      .select('state')
      .where('action_id', '=', data.id)
      .execute()
    expect([...new Set(events.map(({ state }) => state))].sort()).toEqual(['failed', 'queued'])
  })
})

test('a device whose agent cannot update, or has that version already, is excluded and named', async () => {
  const old = await online()
  await sql`UPDATE devices SET caps = ${['reboot']} WHERE id = ${old.id}`.execute(at.world.db)
  const current = await online()
  await sql`UPDATE devices SET agent_version = ${served.version} WHERE id = ${current.id}`.execute(at.world.db)
  const refused = await update([old.id, current.id])
  expect(refused.status).toBe(422)
  const message = (id: number) => refused.errors.find(({ source }) => source === String(id))
  expect(message(old.id)?.message).toMatch(/does not support ‘Update agent’$/)
  expect(message(current.id)).toMatchObject({ code: 'UP_TO_DATE' })
  const able = await online()
  const partly = await update([old.id, able.id])
  expect([partly.status, partly.data.devices, partly.errors.length]).toEqual([207, 1, 1])
  expect((await update([able.id], at.viewer)).status).toBe(403)
})

test('the file of the ticket is the agent of the install command', async () => {
  const { enrolled, device } = await sendUpdate()
  const arg = commandsOf(device)[0]!.arg
  const { bytes } = await fetchFile(
    { port: at.world.app.gatewayPort as number, deviceId: enrolled.deviceId, privateKey: enrolled.privateKey },
    arg.split(' ')[0]!,
    1000,
  )
  expect(bytes.equals(served.script.subarray(1000))).toBe(true)
})
