import { createHash, randomBytes } from 'node:crypto'
import { fileExits, formatPut, mostPutBytes, type PutStep, parsePut } from '@longreach/contract/link/files'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sendPart } from '../test/gateway/file.ts'
import { startGateway } from '../test/gateway/gateway.ts'
import type { TestUpload } from '../test/gateway/server.ts'
import { until } from '../test/until.ts'

const ticket = 'ab'.repeat(16)
const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A device with a ticket for a file. */
async function invited(given: Parameters<typeof startGateway>[0] = {}) {
  const gateway = await startGateway(given)
  const known = gateway.device()
  const upload: TestUpload = { content: Buffer.alloc(0), offsets: [] }
  gateway.server.uploads.set(ticket, upload)
  const put = (step: PutStep, bytes?: Buffer, whole?: boolean) => sendPart(known, { ticket, ...step }, bytes, whole)
  return { gateway, known, upload, put }
}

test('a file is received in parts and completed by its checksum; each step answers the bytes that are stored', async () => {
  const { upload, put } = await invited()
  const content = randomBytes(500_000)
  expect(await put({ step: 'ask' })).toMatchObject({ exit: fileExits.sent, output: '0\n' })
  const [one, two] = [content.subarray(0, 200_000), content.subarray(200_000)]
  expect(await put({ step: 'append', offset: 0 }, one)).toMatchObject({ exit: fileExits.sent, output: '200000\n' })
  expect(await put({ step: 'append', offset: 1 }, two)).toMatchObject({ exit: fileExits.badOffset, output: '' })
  expect(await put({ step: 'end', sha256: sumOf(content) })).toMatchObject({
    exit: fileExits.refused,
    said: 'The checksum does not match',
  })
  expect(await put({ step: 'append', offset: 200_000 }, two)).toMatchObject({ output: '500000\n' })
  expect(await put({ step: 'end', sha256: sumOf(content) })).toMatchObject({ output: '500000\n' })
  expect(upload.content.equals(content)).toBe(true)
})

test('what arrived before a connection broke is stored', async () => {
  const { upload, put } = await invited()
  await put({ step: 'append', offset: 0 }, randomBytes(300_000), false)
  await until(() => upload.content.length > 300_000 - 64 * 1024)
  expect((await put({ step: 'ask' })).output).toBe(`${upload.content.length}\n`)
})

test('more than the maximum is refused', async () => {
  const { upload, put } = await invited()
  upload.content = Buffer.alloc(mostPutBytes - 10)
  expect(await put({ step: 'append', offset: mostPutBytes - 10 }, randomBytes(11))).toMatchObject({
    exit: fileExits.refused,
    said: 'The file is too large',
  })
})

test('without a valid ticket nothing is taken, and the attempt is listed', async () => {
  const { gateway, known } = await invited()
  const other = { ticket: 'cd'.repeat(16), step: 'append', offset: 0 } as const
  expect(await sendPart(known, other, randomBytes(10))).toMatchObject({ exit: fileExits.badTicket })
  await until(() => gateway.server.attempts.length === 1)
  expect(gateway.counts.get('file bad_ticket')).toBe(1)
})

test('while the server is unavailable, and above the maximum of transfers, it is to be retried', async () => {
  const { gateway, put, upload } = await invited()
  upload.failsAt = 1
  expect(await put({ step: 'append', offset: 0 }, randomBytes(10))).toMatchObject({ exit: fileExits.busy })
  expect(await put({ step: 'append', offset: 0 }, randomBytes(10))).toMatchObject({ exit: fileExits.sent })
  expect(gateway.counts.get('file busy')).toBe(1)
  const full = await invited({ limits: { files: 0 } })
  expect(await full.put({ step: 'ask' })).toMatchObject({ exit: fileExits.busy, output: '' })
})

test('a put is parsed as formatted, and nothing else is one', () => {
  const hex = (length: number) =>
    fc
      .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
      .map((all) => all.join(''))
  const step: fc.Arbitrary<PutStep> = fc.oneof(
    fc.constant({ step: 'ask' as const }),
    fc.record({ step: fc.constant('append' as const), offset: fc.integer({ min: 0, max: 10 ** 12 - 1 }) }),
    fc.record({ step: fc.constant('end' as const), sha256: hex(64) }),
  )
  fc.assert(
    fc.property(hex(32), step, (name, one) => {
      expect(parsePut(formatPut({ ticket: name, ...one }))).toEqual({ ticket: name, ...one })
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const parsed = parsePut(`put ${text}`)
      if (parsed) expect(formatPut(parsed)).toBe(`put ${text}`)
    }),
  )
})
