import { createHash, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { executeAction, retryAction } from '@longreach/contract/actions/endpoints'
import { getActionTarget } from '@longreach/contract/actions/read-endpoints'
import { downloadFile, listFiles } from '@longreach/contract/files/endpoints'
import { mostPutBytes, type PutStep } from '@longreach/contract/link/files'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  answer,
  at,
  connect,
  freshBoot,
  heard,
  online,
  reaches,
  useActionWorld,
} from '../../../test/domains/actions.ts'
import { sendPart } from '../../../test/gateway/file.ts'
import { until } from '../../../test/until.ts'

useActionWorld()

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A gzipped tar archive with one entry of random bytes. */
function backup(size = 300_000): Buffer {
  const header = Buffer.alloc(512)
  header.write('etc/config/network', 0)
  header.write('0000644\0', 100)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('0        ', 156)
  header.fill(' ', 148, 156)
  header.fill(0, 157, 165)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return gzipSync(Buffer.concat([header, randomBytes(size), Buffer.alloc(((512 - (size % 512)) % 512) + 1024)]))
}

const kinds = ['download_backup', 'download_troubleshoot', 'download_eventslog'] as const

/** Starts an action that requests a file from a device; returns how the device answers. */
async function requested(action: (typeof kinds)[number] = 'download_backup') {
  const one = await online()
  const { data } = await at.admin.call(executeAction, { body: { action, device_id: [one.id] } })
  const command = await heard(one.device)
  const [ticket = '', what] = command.arg.split(' ')
  const known = {
    port: at.world.app.gatewayPort as number,
    deviceId: one.id,
    privateKey: one.enrolled.privateKey,
  }
  const put = (step: PutStep, bytes?: Buffer, whole?: boolean) => sendPart(known, { ticket, ...step }, bytes, whole)
  const received = async () => Number((await put({ step: 'ask' })).output)
  const end = (bytes: Buffer) => put({ step: 'end', sha256: sumOf(bytes) })
  return { ...one, action: data.id, command, ticket, what, known, put, received, end }
}

const filesOf = async (device: number) =>
  (await at.admin.call(listFiles, { query: { limit: 100 } })).data.filter(({ device_id }) => device_id === device)

test('S3.111 S3.112 a backup, a troubleshoot file and a log of events are sent by the device and stored under Files', async () => {
  const types = ['config', 'troubleshoot', 'eventslog']
  for (const [index, kind] of kinds.entries()) {
    const { id, enrolled, device, command, put, end, action, what } = await requested(kind)
    expect(command.command).toBe('send')
    expect(what).toBe(kind.replace('download_', ''))
    const content = kind === 'download_eventslog' ? Buffer.from('line\n'.repeat(1000)) : backup()
    expect(await put({ step: 'append', offset: 0 }, content)).toMatchObject({ exit: 0 })
    expect(await end(content)).toMatchObject({ exit: 0 })
    // The answer may have been lost: the device asks again.
    expect(await end(content)).toMatchObject({ exit: 0 })
    answer(device, command.id, 'done', 0, `${content.length} bytes`)
    expect((await reaches(action, 'done'))[0]?.message).toBe('File received from device')
    const [file, ...more] = await filesOf(id)
    expect(more).toEqual([])
    const [target] = await reaches(action, 'done')
    const details = await at.admin.call(getActionTarget, { params: { id: target!.id } })
    expect(details.data.file_id).toBe(file?.id)
    const { text } = await at.admin.call(downloadFile, { params: { id: file?.id ?? 0 } })
    if (kind === 'download_eventslog') expect(text).toBe(String(content))
    expect(file).toMatchObject({ type: types[index], file_size: content.length })
    expect(file?.name).toMatch(new RegExp(`^${what}-${enrolled.hello.serial}-\\d{8}-\\d{6}\\.(tar\\.gz|txt)$`))
  }
})

test('a file goes on where the connection broke; what had arrived is not sent again', async () => {
  const { id, put, received, end, known, ticket } = await requested()
  const content = backup(900_000)
  expect(await received()).toBe(0)
  await put({ step: 'append', offset: 0 }, content.subarray(0, 400_000), false)
  await until(async () => (await received()) > 0)
  const have = await received()
  expect(have).toBeGreaterThanOrEqual(400_000 - 64 * 1024)
  expect(await put({ step: 'append', offset: have + 5 }, content)).toMatchObject({ exit: 2 })
  expect(await received()).toBe(have)
  // It is complete only with the right checksum.
  expect(await end(content)).toMatchObject({ exit: 4 })
  expect(await sendPart(known, { ticket, step: 'append', offset: have }, content.subarray(have))).toMatchObject({
    exit: 0,
  })
  expect(await end(content)).toMatchObject({ exit: 0 })
  expect(await filesOf(id)).toMatchObject([{ file_size: content.length }])
  expect(await put({ step: 'append', offset: 0 }, content)).toMatchObject({ exit: 4, said: 'The file is complete' })
})

test('a device that restarted sends another file under the same command', async () => {
  const { enrolled, id, device, put, end, command } = await requested()
  await put({ step: 'append', offset: 0 }, backup())
  device.leave()
  const back = await connect({ ...enrolled, hello: { ...enrolled.hello, boot: freshBoot() } })
  expect((await heard(back)).arg).toBe(command.arg)
  const content = backup()
  await put({ step: 'append', offset: 0 }, content)
  expect(await end(content)).toMatchObject({ exit: 0 })
  expect(await filesOf(id)).toMatchObject([{ file_size: content.length }])
})

test('what is no backup, empty or too large is refused with the reason, and leaves nothing', async () => {
  const { id, device, command, action, put, end } = await requested()
  const text = Buffer.from('no archive')
  expect(await end(text)).toMatchObject({ exit: 4, said: 'Nothing was received' })
  await put({ step: 'append', offset: 0 }, text)
  expect(await end(text)).toMatchObject({ exit: 4, said: expect.stringMatching(/backup/i) })
  await put({ step: 'append', offset: 0 }, backup().subarray(0, 100_000))
  expect(await end(backup())).toMatchObject({ exit: 4 })
  const large = await put({ step: 'append', offset: mostPutBytes }, text)
  expect(large.exit).toBe(2)
  answer(device, command.id, 'failed', 1, 'Not a backup')
  await reaches(action, 'failed')
  expect(await filesOf(id)).toEqual([])
  // A retry is another command with its own ticket.
  await at.admin.call(retryAction, { body: { action_id: action } })
  expect((await heard(device, 2)).arg).not.toBe(command.arg)
})

test('a device that reports a refused file as sent is not believed', async () => {
  const { id, device, command, action, put, end } = await requested()
  await put({ step: 'append', offset: 0 }, Buffer.from('no archive'))
  expect(await end(Buffer.from('no archive'))).toMatchObject({ exit: 4 })
  answer(device, command.id, 'done', 0, '10 bytes')
  const [target] = await reaches(action, 'failed')
  expect(target?.message).toBe('The device reports the file as sent, but did not send it')
  expect(await filesOf(id)).toEqual([])
})

test('a ticket is void once its command has ended, also if the target was sent again', async () => {
  const { id, device, command, action, put, end, known, ticket } = await requested()
  await put({ step: 'append', offset: 0 }, backup())
  answer(device, command.id, 'failed', 1, 'No space')
  await reaches(action, 'failed')
  const ended = { exit: 3, said: expect.stringMatching(/command has ended/) }
  expect(await put({ step: 'append', offset: 0 }, backup())).toMatchObject(ended)
  expect(await end(backup())).toMatchObject(ended)
  await at.admin.call(retryAction, { body: { action_id: action } })
  const [next = ''] = (await heard(device, 2)).arg.split(' ')
  expect(next).not.toBe(ticket)
  expect(await put({ step: 'append', offset: 0 }, backup())).toMatchObject(ended)
  const content = backup()
  expect(await sendPart(known, { ticket: next, step: 'append', offset: 0 }, content)).toMatchObject({ exit: 0 })
  expect(await filesOf(id)).toEqual([])
})

test('a ticket is good for its device and key, and for two hours', async () => {
  const one = await requested()
  const other = await online()
  const foreign = { ...one.known, deviceId: other.id, privateKey: other.enrolled.privateKey }
  const put = { ticket: one.ticket, step: 'append', offset: 0 } as const
  expect(await sendPart(foreign, put, backup())).toMatchObject({
    exit: 3,
    said: expect.stringMatching(/another device/),
  })
  expect(await sendPart(one.known, { ...put, ticket: '0'.repeat(32) })).toMatchObject({ exit: 3 })
  await sql`UPDATE device_uploads SET expires_at = now() - interval '1 second'`.execute(at.world.db)
  expect(await one.put({ step: 'append', offset: 0 }, backup())).toMatchObject({ exit: 3 })
  expect(await filesOf(one.id)).toEqual([])
})
