import { createHash } from 'node:crypto'
import { retryAction } from '@longreach/contract/actions/endpoints'
import { deleteFile } from '@longreach/contract/files/endpoints'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { removeExpired } from '../../module/retention.ts'
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
  useActionWorld,
} from '../../test/domains/actions.ts'
import { after, before, fetched, router, update } from '../../test/domains/firmware.ts'
import { uploadFirmware } from '../../test/files.ts'
import { until } from '../../test/until.ts'
import { actionsModule } from '../actions/module.ts'

useActionWorld()

/** A device that has fetched an image and was sent the command to install it. */
async function installing(version = after, more: object = {}) {
  const one = await online(router)
  const file = await uploadFirmware(at.admin, version)
  const { data, meta } = await update(file, [one.id], more)
  const { id } = await fetched(one)
  answer(one.device, id, 'done', 0, 'fetched')
  const command = await heard(one.device, 2)
  return { ...one, file, action: data.id, channel: meta.channel, command }
}

/** The device reconnects after a restart with that firmware. */
const back = ({ enrolled }: Pick<Awaited<ReturnType<typeof online>>, 'enrolled'>, firmware: string) =>
  connect({ ...enrolled, hello: { ...enrolled.hello, firmware, boot: freshBoot() } })

describe('an update of the firmware', () => {
  test('S4.106 is fetched, installed, and done when the device comes back with the version', async () => {
    const one = await online(router)
    const file = await uploadFirmware(at.admin)
    const { status, data, meta } = await update(file, [one.id])
    expect([status, data.devices]).toEqual([200, 1])
    const { id, sha256, size, bytes } = await fetched(one)
    expect([sha256, size]).toEqual([createHash('sha256').update(bytes).digest('hex'), 20_000])
    answer(one.device, id, 'done', 0, 'fetched')
    const install = await heard(one.device, 2)
    expect(install).toMatchObject({ command: 'firmware', arg: `${sha256} keep ${after}` })
    expect((await read(data.id)).targets[0]?.message).toBe('Firmware fetched. Checking and installing it')
    one.device.leave()
    await until(async () => (await read(data.id)).targets[0]?.message === 'Restarting with the new firmware')
    await back(one, after)
    const [target] = await reaches(data.id, 'done')
    expect(target?.message).toBe(`Firmware is now ${after}`)
    const events = (await poll(at.admin, meta.channel)).data[String(one.id)]!
    expect(events.map((event) => event.status)).toEqual(['queued', 'sent', 'running', 'running', 'completed'])
  })

  test('without its settings says so to the device', async () => {
    const { command } = await installing(after, { keep_settings: false })
    expect(command.arg).toMatch(/^[0-9a-f]{64} reset RUTX/)
  })

  test('fails when the device restarts with another version', async () => {
    const one = await installing()
    one.device.leave()
    await back(one, before)
    expect((await reaches(one.action, 'failed'))[0]?.message).toBe(`The device restarted with firmware ${before}`)
  })

  test('fails when the device claims to have fetched what it was not sent', async () => {
    const one = await online(router)
    const { data } = await update(await uploadFirmware(at.admin), [one.id])
    answer(one.device, (await heard(one.device)).id, 'done', 0, 'fetched')
    const [target] = await reaches(data.id, 'failed')
    expect(target?.message).toBe('The device reports the file as fetched, but did not fetch it')
    expect(commandsOf(one.device)).toHaveLength(1)
  })

  test('fails with the words of the device when its own check refuses the image', async () => {
    const one = await installing()
    answer(one.device, one.command.id, 'failed', 7, 'Image check failed\nuse force')
    expect((await reaches(one.action, 'failed'))[0]).toMatchObject({
      exit_code: 7,
      message: 'The device refused the firmware: Image check failed',
    })
  })

  /** A device that did not come back in time after an installation and is updated again. */
  async function retried() {
    const one = await installing()
    one.device.leave()
    await until(async () => (await read(one.action)).targets[0]?.message === 'Restarting with the new firmware')
    await age('due_at', one.action)
    expect((await reaches(one.action, 'failed'))[0]?.message).toMatch(/^Not back within \d+ s$/)
    expect((await at.admin.call(retryAction, { body: { action_id: one.action } })).status).toBe(200)
    return one
  }

  test('fails when the device never comes back, and a retry starts with the first step on one that restarted', async () => {
    const device = await back(await retried(), before)
    expect(await heard(device)).toMatchObject({ command: 'fetch' })
  })

  test('is not installed twice on a device that did not restart: a retry asks what became of it', async () => {
    const { enrolled, command } = await retried()
    const device = await connect(enrolled)
    expect(await heard(device)).toMatchObject({ command: 'firmware', id: command.id })
  })

  test('is asked for again under the same id where a link or the server ended in between', async () => {
    const one = await online(router)
    const { data } = await update(await uploadFirmware(at.admin), [one.id])
    const first = await heard(one.device)
    one.device.leave()
    const device = await connect(one.enrolled)
    expect(await heard(device)).toMatchObject({ id: first.id, arg: first.arg })
    const { id } = await fetched({ ...one, device })
    device.leave()
    // A restart loses the fetched content: it is fetched again.
    const rebooted = { ...one.enrolled, hello: { ...one.enrolled.hello, boot: freshBoot() } }
    const restarted = await connect(rebooted)
    expect((await heard(restarted)).id).toBe(id)
    answer(restarted, id, 'done', 0, 'fetched')
    const install = await heard(restarted, 2)
    restarted.leave()
    const again = await connect(rebooted)
    expect((await heard(again)).id).toBe(install.id)
    answer(again, install.id, 'already', 0, 'begun, not finished')
    await until(async () => (await read(data.id)).targets[0]?.message === 'Checking and installing the firmware')
  })

  test('is not sent to a device that came back with newer firmware, or on a metered connection', async () => {
    const file = await uploadFirmware(at.admin)
    const newer = await offline({ ...router, name: 'Tug' })
    const metered = await offline({ ...router, name: 'Barge' })
    const { data } = await update(file, [newer.deviceId, metered.deviceId])
    await sql`UPDATE devices SET metered_connection = true WHERE id = ${metered.deviceId}`.execute(at.world.db)
    const device = await connect({ ...newer, hello: { ...newer.hello, firmware: 'RUTX_R_00.07.24' } })
    const other = await connect(metered)
    const targets = await reaches(data.id, 'failed')
    expect(targets.map(({ message }) => message).sort()).toEqual([
      'Not sent: Barge is on a metered connection',
      'Not sent: Tug has newer firmware: RUTX_R_00.07.24',
    ])
    expect([commandsOf(device), commandsOf(other)]).toEqual([[], []])
  })

  test('is kept while it waits, however old it is', async () => {
    const { deviceId } = await offline(router)
    const { data } = await update(await uploadFirmware(at.admin), [deviceId], { expires_in: 90 * 86_400 })
    await sql`UPDATE actions SET created_at = now() - interval '100 days' WHERE id = ${data.id}`.execute(at.world.db)
    const rules = actionsModule.retention ?? []
    await removeExpired(at.world.db, rules)
    expect((await read(data.id)).counts.queued).toBe(1)
    await sql`UPDATE action_targets SET state = 'expired' WHERE action_id = ${data.id}`.execute(at.world.db)
    await removeExpired(at.world.db, rules)
    expect(await read(data.id)).toBeUndefined()
  })

  test('waits for a device that is offline; its file cannot be deleted until it has ended', async () => {
    const enrolled = await offline(router)
    const file = await uploadFirmware(at.admin)
    const { data } = await update(file, [enrolled.deviceId], { expires_in: 90 * 86_400 })
    expect((await read(data.id)).targets[0]?.message).toMatch(/^Device is offline since .* Waiting until /)
    const refused = await at.admin.call(deleteFile, { params: { id: file } })
    expect([refused.status, refused.errors[0]?.message]).toEqual([
      409,
      `${after}_WEBUI.bin is being installed on 1 device`,
    ])
    const device = await connect(enrolled)
    answer(device, (await heard(device)).id, 'failed', 6)
    await reaches(data.id, 'failed')
    expect((await at.admin.call(deleteFile, { params: { id: file } })).status).toBe(200)
    // A retry has nothing to send.
    await at.admin.call(retryAction, { body: { action_id: data.id } })
    expect((await reaches(data.id, 'failed'))[0]?.message).toBe('Not sent: the file was deleted')
  })
})
