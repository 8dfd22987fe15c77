import { createHash, generateKeyPairSync, sign } from 'node:crypto'

/** One DER element (X.690). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const text = (value: string) => der(0x0c, Buffer.from(value))
const time = (seconds: number) =>
  der(0x17, Buffer.from(new Date(seconds * 1000).toISOString().replace(/^20|[-:T]|\.\d+/g, '')))
// 2.5.4.3 commonName and 1.2.840.10045.4.3.2 ecdsa-with-SHA256.
const commonName = Buffer.from([0x06, 0x03, 0x55, 0x04, 0x03])
const ecdsaWithSha256 = sequence(Buffer.from([0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]))

/** A self-signed certificate like those of devices (RFC 5280), valid for ten years from `from`, Unix seconds. */
export function selfSigned(name: string, from: number): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subject = sequence(der(0x31, sequence(commonName, text(name))))
  const serial = createHash('sha256').update(name).digest().subarray(0, 8)
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), serial])),
    ecdsaWithSha256,
    subject,
    sequence(time(from), time(from + 10 * 365 * 86_400)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', body, privateKey)
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}
