import { randomBytes } from 'node:crypto'
import { linkCodes } from '@longreach/contract/link/codes'
import { fileExits, formatGet, formatPut, parseGet } from '@longreach/contract/link/files'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connectDevice, welcomedDevice } from '../test/gateway/device.ts'
import { fetchFile, openFile } from '../test/gateway/file.ts'
import { startGateway, startStall } from '../test/gateway/gateway.ts'
import { until } from '../test/until.ts'

const content = randomBytes(100_000)

/** A gateway with a device to which the file was offered. */
async function offered(given: Parameters<typeof startGateway>[0] = {}) {
  const gateway = await startGateway({ script: content, ...given })
  const known = gateway.device()
  const device = await welcomedDevice({ ...known, hello: { caps: ['upgrade-agent'] } })
  return { gateway, known, device, ticket: (await gateway.driver.offerAgent(known.deviceId))! }
}

describe('a file', () => {
  test('is sent over a connection of its own, beside the control link, whole or from where a transfer was interrupted', async () => {
    const { gateway, known, device, ticket } = await offered()
    for (const offset of [0, 70_001]) {
      const { bytes, said, exit } = await fetchFile(known, ticket, offset)
      expect([bytes.equals(content.subarray(offset)), said, exit]).toEqual([true, '', fileExits.sent])
    }
    expect((await fetchFile(known, ticket, content.length)).bytes).toHaveLength(0)
    expect(device.closed()).toBe(false)
    expect(gateway.counts.get('file sent')).toBe(3)
    expect(gateway.counts.get('file bytes')).toBe(content.length + content.length - 70_001)
  })

  test('is sent at its rate', async () => {
    const { known, ticket } = await offered({ limits: { fileRate: 200_000 } })
    const startedAt = performance.now()
    expect((await fetchFile(known, ticket)).bytes).toHaveLength(content.length)
    expect(performance.now() - startedAt).toBeGreaterThan(400)
  })

  test('a ticket is issued again for a while', async () => {
    const { gateway, known, ticket } = await offered()
    expect(await gateway.driver.offerAgent(known.deviceId)).toBe(ticket)
    expect(gateway.server.fileTickets.size).toBe(1)
  })

  test('beyond its end nothing is sent', async () => {
    const { gateway, known, ticket } = await offered()
    expect(await fetchFile(known, ticket, content.length + 1)).toMatchObject({
      bytes: Buffer.alloc(0),
      said: 'The file is not that long',
      exit: fileExits.badOffset,
    })
    expect(gateway.counts.get('file bad_offset')).toBe(1)
  })

  test('of a device that is dropped stops in the middle', async () => {
    const { gateway, known, ticket } = await offered({ limits: { fileRate: 20_000 } })
    const transfer = await openFile(known, ticket)
    await until(() => transfer.came() > 0)
    gateway.driver.drop(known.deviceId, { code: linkCodes.revoked, reason: 'Revoked', retry: 60 })
    await until(transfer.closed)
    expect(transfer.came()).toBeLessThan(content.length)
    await until(() => gateway.counts.get('file aborted') === 1)
  })

  test('a connection on which nothing moves is cut', async () => {
    const { gateway, known, ticket } = await offered({ limits: { fileRate: 40_000 }, times: { fileStall: 600 } })
    const relay = await startStall(known.port)
    const transfer = await openFile({ ...known, port: relay.port }, ticket)
    await until(() => transfer.came() > 0)
    expect(gateway.counts.get('file aborted')).toBeUndefined()
    relay.stall()
    await until(() => gateway.counts.get('file aborted') === 1)
    expect(transfer.came()).toBeLessThan(content.length)
  })
})

describe('other content', () => {
  const ticket = 'c'.repeat(32)

  async function offeredContent(given: Parameters<typeof startGateway>[0] = {}, released = 0) {
    const gateway = await startGateway({ script: Buffer.from('agent'), ...given })
    const download = { content, released, sent: 0, completed: false }
    gateway.server.downloads.set(ticket, download)
    return { gateway, download, known: gateway.device() }
  }

  test('is sent with a ticket of its own, and what was sent is recorded before the device can have it', async () => {
    const { download, known, gateway } = await offeredContent()
    const { bytes, exit } = await fetchFile(known, ticket)
    expect([bytes.equals(content), exit]).toEqual([true, fileExits.sent])
    expect(download).toMatchObject({ released: content.length, sent: content.length, completed: true })
    expect(gateway.counts.get('file bytes')).toBe(content.length)
    const again = await fetchFile(known, ticket, 70_001)
    expect(again.bytes.equals(content.subarray(70_001))).toBe(true)
    expect(download.sent).toBe(content.length + content.length - 70_001)
  })

  test('is recorded as fetched before the device can know', async () => {
    const { gateway, download, known } = await offeredContent()
    const { takeDownload } = gateway.server.port
    let complete = () => {}
    gateway.server.port.takeDownload = async (asked) => {
      const taken = await takeDownload(asked)
      if (typeof taken === 'string') return taken
      const waiting = new Promise<void>((resolve) => {
        complete = resolve
      })
      return { ...taken, end: (sent, whole) => waiting.then(() => taken.end(sent, whole)) }
    }
    const transfer = await openFile(known, ticket)
    let ended = false
    void transfer.end.then(() => {
      ended = true
    })
    await until(() => transfer.came() === content.length)
    // Long enough for the end to arrive.
    await fetchFile(gateway.device(43), 'f'.repeat(32))
    expect([ended, download.completed]).toEqual([false, false])
    complete()
    expect((await transfer.end).exit).toBe(fileExits.sent)
    expect(download.completed).toBe(true)
  })

  test('continues where it was interrupted, and the end of it can be confirmed', async () => {
    const { download, known, gateway } = await offeredContent({ limits: { fileRate: 100_000 } })
    const transfer = await openFile(known, ticket)
    await until(() => transfer.came() > 20_000)
    transfer.client.destroy()
    await until(() => gateway.counts.get('file aborted') === 1)
    expect(download.completed).toBe(false)
    expect(download.sent).toBeGreaterThanOrEqual(transfer.came())
    expect(download.sent).toBeLessThan(content.length)
    const rest = await fetchFile(known, ticket, transfer.came())
    expect(rest.bytes.equals(content.subarray(transfer.came()))).toBe(true)
    download.completed = false
    expect(await fetchFile(known, ticket, content.length)).toMatchObject({ bytes: Buffer.alloc(0), exit: 0 })
    expect(download.completed).toBe(true)
  })

  test('beyond what was ever sent nothing is sent, nor is it complete', async () => {
    const { download, known, gateway } = await offeredContent({}, 60_000)
    for (const offset of [60_001, content.length])
      expect(await fetchFile(known, ticket, offset)).toMatchObject({
        bytes: Buffer.alloc(0),
        said: 'The file was not sent that far',
        exit: fileExits.badOffset,
      })
    expect(download).toMatchObject({ released: 60_000, sent: 0, completed: false })
    expect(gateway.counts.get('file bad_offset')).toBe(2)
    expect((await fetchFile(known, ticket, 60_000)).bytes.equals(content.subarray(60_000))).toBe(true)
  })

  test('is to be requested again when the database failed in the middle', async () => {
    const { gateway, download, known } = await offeredContent({ limits: { fileRate: 200_000 } })
    const transfer = await openFile(known, ticket)
    await until(() => transfer.came() > 20_000)
    gateway.server.unavailable = true
    expect((await transfer.end).exit).toBe(fileExits.busy)
    expect(transfer.came()).toBeLessThan(content.length)
    expect(download.completed).toBe(false)
    gateway.server.unavailable = false
    expect((await fetchFile(known, ticket, transfer.came())).exit).toBe(fileExits.sent)
  })
})

describe('an invalid ticket', () => {
  test.each([
    ['was never given out', 'it was never given out'],
    ['is too old', 'it has expired'],
    ["is another device's", 'it was given to another device'],
    ['is for a file that was replaced', 'the file was replaced'],
  ])('because it %s brings nothing, and is listed', async (_name, said) => {
    const { gateway, known, ticket } = await offered()
    const kept = gateway.server.fileTickets.get(ticket)!
    let [as, named] = [known, ticket]
    if (said.includes('never')) named = 'f'.repeat(32)
    if (said.includes('expired')) kept.expiresAt = Date.now() - 1
    if (said.includes('another')) as = gateway.device(43)
    if (said.includes('replaced')) kept.sha256 = '0'.repeat(64)
    const fetched = await fetchFile(as, named)
    expect(fetched).toMatchObject({ bytes: Buffer.alloc(0), exit: fileExits.badTicket })
    expect(fetched.said).toContain(said)
    expect(gateway.counts.get('file bad_ticket')).toBe(1)
    await until(() => gateway.server.attempts.length > 0)
    expect(gateway.server.attempts).toMatchObject([{ code: linkCodes.badTicket, deviceId: as.deviceId }])
  })

  test('while the server is unavailable it is to be retried', async () => {
    const { gateway, known, ticket } = await offered()
    gateway.server.port.takeFileTicket = () => Promise.reject(new Error('the database is unavailable'))
    expect(await fetchFile(known, ticket)).toMatchObject({ bytes: Buffer.alloc(0), exit: fileExits.busy })
  })

  test('a tunnel ticket opens no file, a file ticket no tunnel', async () => {
    const { gateway, known, ticket } = await offered()
    const tunnel = await gateway.server.port.issueTicket({
      host: '127.0.0.1',
      port: 80,
      deviceId: known.deviceId,
      publicKey: gateway.server.devices.get(known.deviceId)!.publicKey,
      seconds: 30,
    })
    expect(await fetchFile(known, tunnel)).toMatchObject({ exit: fileExits.badTicket })
    const other = await welcomedDevice(known)
    const answer = await new Promise((resolve) => other.client.forwardIn(ticket, 1, (error) => resolve(error)))
    expect(answer).toBeInstanceOf(Error)
  })
})

test('a device that asks again is served again: its previous connection may be dead', async () => {
  const { gateway, known, ticket } = await offered({ limits: { fileRate: 20_000 } })
  const first = await openFile(known, ticket)
  await until(() => first.came() > 0)
  const again = await openFile(known, ticket, 90_000)
  await until(first.closed)
  expect((await again.end).bytes.equals(content.subarray(90_000))).toBe(true)
  expect(gateway.counts.get('file aborted')).toBe(1)
})

test('above the maximum of transfers a device is asked to wait', async () => {
  const { gateway, known, ticket } = await offered({ limits: { files: 0 } })
  expect(await fetchFile(known, ticket)).toMatchObject({ bytes: Buffer.alloc(0), exit: fileExits.busy })
  expect(gateway.counts.get('file busy')).toBe(1)
})

test.each([
  'get',
  'get x 0',
  `get ${'f'.repeat(32)}`,
  `get ${'f'.repeat(32)} -1`,
  `get ${'f'.repeat(32)} 01`,
  `GET ${'f'.repeat(32)} 0`,
  `get ${'f'.repeat(32)} 0; reboot`,
  `get ${'f'.repeat(31)}G 0`,
  'put x 0',
  `put ${'f'.repeat(32)} 01`,
  `put ${'f'.repeat(32)} end ${'0'.repeat(63)}`,
  `put ${'f'.repeat(32)} ? 0`,
])('%j is refused, and so is any get or put without a device', async (command) => {
  const gateway = await startGateway({})
  const { deviceId, privateKey, port } = gateway.device()
  await expect(connectDevice({ port, user: String(deviceId), privateKey, command })).rejects.toThrow('Unable to exec')
  const ticket = 'f'.repeat(32)
  for (const good of [formatGet({ ticket, offset: 0 }), formatPut({ ticket, step: 'append', offset: 0 })]) {
    await expect(connectDevice({ port, user: 'install', command: good })).rejects.toThrow('Unable to exec')
    await expect(connectDevice({ port, user: 'enroll', privateKey, command: good })).rejects.toThrow('Unable to exec')
  }
})

test('a get is parsed as formatted, and nothing else is one', () => {
  const ticket = fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 32, maxLength: 32 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(ticket, fc.integer({ min: 0, max: 10 ** 12 - 1 }), (name, offset) => {
      expect(parseGet(formatGet({ ticket: name, offset }))).toEqual({ ticket: name, offset })
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const parsed = parseGet(`get ${text}`)
      if (parsed) expect(formatGet(parsed)).toBe(`get ${text}`)
    }),
  )
})
