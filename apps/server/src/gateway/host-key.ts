import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import ssh2 from 'ssh2'

const type = 'ssh-ed25519'

function field(data: string | Buffer): Buffer {
  const bytes = Buffer.from(data as string)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/**
 * A new ed25519 private key in OpenSSH's format (PROTOCOL.key in its sources), unencrypted. Implemented here because
 * ssh2's own generator creates a key it cannot read back about once in a hundred times.
 */
export function generateHostKey(): string {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const publicPart = Buffer.from(jwk.x!, 'base64url')
  const secret = Buffer.concat([Buffer.from(jwk.d!, 'base64url'), publicPart])
  const check = randomBytes(4)
  const body = Buffer.concat([check, check, field(type), field(publicPart), field(secret), field('')])
  const padding = Buffer.from(Array.from({ length: (8 - (body.length % 8)) % 8 }, (_, index) => index + 1))
  const count = Buffer.alloc(4)
  count.writeUInt32BE(1)
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    field('none'),
    field('none'),
    field(''),
    count,
    field(Buffer.concat([field(type), field(publicPart)])),
    field(Buffer.concat([body, padding])),
  ])
  const lines = file.toString('base64').match(/.{1,70}/g)!
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n')
}

/** `ssh-ed25519 AAAA…` of a private key in OpenSSH or PEM format. Throws if ssh2 cannot read the key. */
export function hostKeyLine(privateKey: string): string {
  const parsed = ssh2.utils.parseKey(privateKey)
  if (parsed instanceof Error) throw new Error(`The gateway's host key cannot be read: ${parsed.message}`)
  return `${parsed.type} ${parsed.getPublicSSH().toString('base64')}`
}

/** `SHA256:…` as `ssh-keygen -l` prints it, of a public key `ssh-ed25519 AAAA…`. */
export function keyFingerprint(line: string): string {
  const blob = Buffer.from(line.split(' ')[1] ?? '', 'base64')
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`
}
