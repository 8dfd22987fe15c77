import { generateKeyPairSync, randomBytes } from 'node:crypto'

function field(data: string | Buffer): Buffer {
  const bytes = Buffer.from(data as string)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** A new ed25519 private key in OpenSSH's file format (PROTOCOL.key of its sources), which ssh2 can read. */
export function generateDeviceKey(): string {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const open = Buffer.from(x, 'base64url')
  const check = randomBytes(4)
  const secret = Buffer.concat([
    check,
    check,
    field('ssh-ed25519'),
    field(open),
    field(Buffer.concat([Buffer.from(d, 'base64url'), open])),
    field(''),
  ])
  const padding = Buffer.from(Uint8Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, index) => index + 1))
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    field('none'),
    field('none'),
    field(''),
    Buffer.from([0, 0, 0, 1]),
    field(Buffer.concat([field('ssh-ed25519'), field(open)])),
    field(Buffer.concat([secret, padding])),
  ])
  const body = file.toString('base64').replace(/.{70}/g, '$&\n')
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${body}\n-----END OPENSSH PRIVATE KEY-----\n`
}
