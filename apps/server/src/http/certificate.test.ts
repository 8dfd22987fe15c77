import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CertificateFiles, has, makeCertificate } from '../test/certificate.ts'
import { startWorld, type World } from '../test/world.ts'
import { openCertificates } from './certificate.ts'

const able = has('openssl')
const warnings: { reason?: string; message: string }[] = []
const log = {
  info: () => {},
  warn: (fields: object, message: string) => void warnings.push({ ...fields, message }),
}
const made: CertificateFiles[] = []
let world: World

function make(expired = false): CertificateFiles {
  const files = makeCertificate(undefined, expired)
  made.push(files)
  return files
}

let own: CertificateFiles

beforeAll(async () => {
  if (!able) return
  own = make()
  world = await startWorld({ HOST: '127.0.0.1', TLS_CERT: own.cert, TLS_KEY: own.key })
})

afterAll(async () => {
  await world?.stop()
  for (const { folder } of made) rmSync(folder, { recursive: true, force: true })
})

test.skipIf(!able)('files that cannot serve a browser stop the start with a line that names them', async () => {
  const [other, expired] = [make(), make(true)]
  const open = (cert: string, key: string) => openCertificates({ cert, key }, log)
  await expect(open('/nowhere', own.key)).rejects.toThrow('TLS_CERT: ENOENT')
  await expect(open(own.cert, '/nowhere')).rejects.toThrow('TLS_KEY: ENOENT')
  await expect(open(own.key, own.key)).rejects.toThrow(`TLS_CERT: ${own.key} contains no certificate in PEM`)
  await expect(open(own.cert, own.cert)).rejects.toThrow(`TLS_KEY: ${own.cert} contains no private key`)
  await expect(open(own.cert, other.key)).rejects.toThrow(`TLS_KEY: ${other.key} is not the key of the first`)
  await expect(open(expired.cert, expired.key)).rejects.toThrow(/^TLS_CERT: .* expired at \d{4}-\d\d-\d\d/)
})

/** A connection that stays open, and the certificate it got. */
async function meet(): Promise<{ socket: TLSSocket; fingerprint: string; ask(): Promise<string> }> {
  const { port } = new URL(world.base)
  const socket = connect({ host: '127.0.0.1', port: Number(port), servername: 'localhost', rejectUnauthorized: false })
  await new Promise((resolve, reject) => {
    socket.once('secureConnect', resolve)
    socket.once('error', reject)
  })
  return {
    socket,
    fingerprint: socket.getPeerCertificate().fingerprint256,
    ask: () =>
      new Promise((resolve, reject) => {
        socket.once('data', (data) => resolve(data.toString('latin1').split('\r\n')[0] ?? ''))
        socket.once('error', reject)
        socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
      }),
  }
}

test.skipIf(!able)('a renewed certificate serves new connections, and open ones continue', async () => {
  expect(world.base).toMatch(/^https:/)
  const before = await meet()
  expect(await before.ask()).toBe('HTTP/1.1 200 OK')
  const next = make()
  // Half of a renewal is not a valid certificate.
  copyFileSync(next.cert, own.cert)
  await world.app.reload?.()
  const between = await meet()
  expect(between.fingerprint).toBe(before.fingerprint)
  copyFileSync(next.key, own.key)
  await world.app.reload?.()
  const after = await meet()
  expect(after.fingerprint).not.toBe(before.fingerprint)
  expect(await before.ask()).toBe('HTTP/1.1 200 OK')
  writeFileSync(own.cert, 'no certificate')
  await world.app.reload?.()
  expect((await meet()).fingerprint).toBe(after.fingerprint)
  for (const { socket } of [before, between, after]) socket.destroy()
})

test.skipIf(!able)('a certificate that expires soon and one that cannot be reloaded are logged once', async () => {
  const files = make()
  warnings.length = 0
  const certificates = await openCertificates(files, log)
  writeFileSync(files.key, 'gone')
  await certificates.reload()
  await certificates.reload()
  certificates.stop()
  expect(warnings).toEqual([
    {
      reason: `TLS_KEY: ${files.key} contains no private key in PEM without a password`,
      message: 'certificate could not be reloaded; the previous one stays in use',
    },
  ])
})
