import { createHash, randomBytes } from 'node:crypto'
import { executeAction } from '@longreach/contract/actions/endpoints'
import { linkTimes } from '@longreach/contract/link/limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { removeExpired } from '../../../module/retention.ts'
import { createSeal } from '../../../seal.ts'
import { answer, at, follow, heard, online, useActionWorld } from '../../../test/domains/actions.ts'
import { uploadFile } from '../../../test/files.ts'
import { publicKeyOf } from '../../../test/gateway/device.ts'
import { fetchFile, openFile } from '../../../test/gateway/file.ts'
import { until } from '../../../test/until.ts'
import { sweepBlobs } from '../../files/sweep.ts'
import { actionsModule } from '../module.ts'
import { downloadProgress, offerDownload, wasFetched } from './downloads.ts'

useActionWorld()

const seal = createSeal(Buffer.alloc(32))
/** Larger than one part. */
const content = randomBytes(530_000)
const size = content.length

/** Stores content as a file of this server. */
async function stored(bytes: Buffer): Promise<number> {
  const file = await uploadFile(at.admin, { bytes: new Uint8Array(bytes) })
  const row = await at.world.db.selectFrom('files').select('blob_id').where('id', '=', file).executeTakeFirstOrThrow()
  return Number(row.blob_id)
}

/** A device with a command in progress for which the content is offered. */
async function offered(bytes = content) {
  const one = await online()
  const blobId = await stored(bytes)
  const { data, meta } = await at.admin.call(executeAction, { body: { action: 'reboot', device_id: [one.id] } })
  const command = await heard(one.device)
  const { id } = await at.world.db
    .selectFrom('action_targets')
    .select('id')
    .where('action_id', '=', data.id)
    .executeTakeFirstOrThrow()
  const target = { id: Number(id), device_id: one.id, command_id: command.id }
  const known = { port: at.world.app.gatewayPort as number, deviceId: one.id, privateKey: one.enrolled.privateKey }
  const publicKey = publicKeyOf(known.privateKey)
  /** Offers it for the present command of the target, or for another one that replaces it. */
  const offer = async (commandId = command.id) => {
    await at.world.db.updateTable('action_targets').set({ command_id: commandId }).where('id', '=', id).execute()
    return offerDownload(at.world.db, seal, { ...target, command_id: commandId }, publicKey, {
      blobId,
      size: bytes.length,
    })
  }
  const fetched = (commandId = command.id) => wasFetched(at.world.db, target.id, commandId)
  const progress = async () => (await downloadProgress(at.world.db, [target.id])).get(target.id)
  return { ...one, known, target, command, channel: meta.channel, offer, fetched, progress, ticket: await offer() }
}

test('content is sent with the ticket of a command, the same however often it is offered, and is recorded as fetched', async () => {
  const { known, ticket, offer, fetched, progress } = await offered()
  expect(await offer()).toBe(ticket)
  expect(await progress()).toEqual({ sent: 0, released: 0, size })
  expect(await fetched()).toBe(false)
  const { bytes, exit } = await fetchFile(known, ticket)
  expect([bytes.equals(content), exit]).toEqual([true, 0])
  expect(await progress()).toEqual({ sent: size, released: size, size })
  expect([await fetched(), await fetched('another')]).toEqual([true, false])
  await fetchFile(known, ticket, size - 1000)
  expect(await progress()).toEqual({ sent: size + 1000, released: size, size })
  const { rows } = await sql<{ row: string }>`SELECT to_jsonb(t)::text AS row FROM device_downloads t`.execute(
    at.world.db,
  )
  expect(rows.some(({ row }) => row.includes(ticket))).toBe(false)
})

test('a device cannot claim more than it was sent', async () => {
  const { known, ticket, fetched, progress } = await offered()
  for (const offset of [1, 525_000, size]) expect((await fetchFile(known, ticket, offset)).exit).toBe(2)
  expect(await fetched()).toBe(false)
  const transfer = await openFile(known, ticket)
  await until(() => transfer.came() > 0)
  transfer.client.destroy()
  await until(async () => ((await progress())?.sent ?? 0) > 0)
  const { released, sent } = (await progress())!
  expect(sent).toBeLessThanOrEqual(released)
  expect(released).toBeLessThanOrEqual(sent + 1024 ** 2)
  expect((await fetchFile(known, ticket, size)).exit).toBe(2)
  expect(await fetched()).toBe(false)
  const rest = await fetchFile(known, ticket, released)
  expect([rest.exit, rest.bytes.equals(content.subarray(released))]).toEqual([0, true])
  expect(await fetched()).toBe(true)
})

test('a device that has the content from an earlier command confirms it, or fetches what is missing', async () => {
  const { known, offer, fetched, progress } = await offered()
  const second = await offer('second')
  expect((await fetchFile(known, second, size)).exit).toBe(2)
  await fetchFile(known, second)
  const third = await offer('third')
  expect(await fetched('third')).toBe(false)
  expect(await fetchFile(known, third, size)).toMatchObject({ exit: 0, bytes: Buffer.alloc(0) })
  expect(await fetched('third')).toBe(true)
  expect(await progress()).toMatchObject({ sent: size, size })
  // Another device cannot fetch it.
  const other = await offered()
  expect((await fetchFile(other.known, other.ticket, size)).exit).toBe(2)
})

test('a ticket is good for its device and key, and for two hours', async () => {
  const one = await offered()
  const other = await online()
  const foreign = { ...one.known, deviceId: other.id, privateKey: other.enrolled.privateKey }
  expect(await fetchFile(foreign, one.ticket)).toMatchObject({ exit: 3, said: expect.stringMatching(/another device/) })
  await sql`UPDATE device_downloads SET expires_at = now() - interval '1 second'`.execute(at.world.db)
  expect(await fetchFile(one.known, one.ticket)).toMatchObject({ exit: 3, said: expect.stringMatching(/expired/) })
  // Sent again, the ticket is valid again.
  await one.offer()
  expect((await fetchFile(one.known, one.ticket, 0)).exit).toBe(0)
  const { rows } = await sql<{ left: number }>`
    SELECT extract(epoch FROM max(expires_at) - now())::int AS left FROM device_downloads`.execute(at.world.db)
  expect(rows[0]?.left).toBeGreaterThan(linkTimes.fetchWithin - 60)
})

test('a ticket is void once its command has ended, also in the middle of a transfer', async () => {
  const { known, device, command, offer, ticket, fetched } = await offered(randomBytes(1_300_000))
  const ended = { exit: 3, said: expect.stringMatching(/command has ended/) }
  const second = await offer('second')
  expect(await fetchFile(known, ticket)).toMatchObject(ended)
  expect(await fetched()).toBe(false)
  const transfer = await openFile(known, second)
  await until(() => transfer.came() > 0)
  await offer()
  answer(device, command.id, 'failed', 1, 'no')
  const { exit } = await transfer.end
  expect(exit).not.toBe(0)
  expect(await fetched('second')).toBe(false)
  expect(await fetchFile(known, ticket)).toMatchObject(ended)
})

test('content that a command offers is not swept, and its row expires', async () => {
  const { known, ticket } = await offered()
  const sum = createHash('sha256').update(content).digest()
  await sql`DELETE FROM files`.execute(at.world.db)
  await sql`UPDATE blobs SET touched_at = now() - interval '2 days'`.execute(at.world.db)
  await sweepBlobs(at.world.db)
  expect((await fetchFile(known, ticket)).bytes.equals(content)).toBe(true)
  await sql`UPDATE device_downloads SET expires_at = now() - interval '25 hours'`.execute(at.world.db)
  await removeExpired(at.world.db, actionsModule.retention ?? [])
  await sweepBlobs(at.world.db)
  expect(await at.world.db.selectFrom('blobs').select('id').where('hash', '=', sum).execute()).toEqual([])
})

test('progress is published every two seconds while the command is in progress, and not recorded', async () => {
  const { known, ticket, channel, command, device, id } = await offered(randomBytes(1_300_000))
  const { messages, socket } = follow(at.admin, channel)
  const events = () => messages.flat().filter(({ data }) => data.value.startsWith('Fetching'))
  await fetchFile(known, ticket)
  expect(events().length).toBeGreaterThanOrEqual(1)
  expect(events().length).toBeLessThanOrEqual(3)
  expect(events()[0]).toMatchObject({
    key: String(id),
    data: { value: 'Fetching: 1 of 1 MB', status: 'sent', data: { state: 'sent' } },
  })
  const ids = messages.flat().map((event) => event.id)
  expect(new Set(ids).size).toBe(ids.length)
  const { rows } = await sql`SELECT FROM action_events WHERE message LIKE '%etching%'`.execute(at.world.db)
  expect(rows).toEqual([])
  answer(device, command.id, 'failed', 1, 'no')
  await until(() => messages.flat().some(({ data }) => data.status === 'error'))
  const last = messages.flat().find(({ data }) => data.status === 'error')
  expect(Math.max(...events().map((event) => event.id))).toBeLessThan(last?.id ?? 0)
  socket.close()
})
