import { createHmac } from 'node:crypto'
import { proofText } from '@longreach/contract/link/identity'
import { formatUpLine, type Hello } from '@longreach/contract/link/lines'
import { generateHostKey } from '../gateway/host-key.ts'
import { connectDevice, type TestDevice, testHello, welcomedDevice } from './gateway/device.ts'

export interface Enrolled {
  deviceId: number
  privateKey: string
  hello: Hello
}

type Secret = { key: string } | { password: string }

function helloOf(secret: Secret, identity: Partial<Hello>): Hello {
  return { ...testHello, ...identity, ...('key' in secret ? { key: secret.key.split('.')[0] } : {}) }
}

function proofLine(secret: Secret, hello: Hello, nonceLine: string): string {
  const hidden = 'key' in secret ? secret.key.split('.')[1] : secret.password
  const text = proofText(nonceLine.split(' ')[1] ?? '', hello.serial, hello.mac)
  return formatUpLine({
    verb: 'proof',
    proof: createHmac('sha256', hidden ?? '')
      .update(text)
      .digest('hex'),
  })
}

/** The gateway's answer to an enrolment: `bound <id>` or `refused <code> …`. */
export async function tryEnrol(
  port: number,
  secret: Secret,
  identity: Partial<Hello> = {},
  privateKey = generateHostKey(),
): Promise<{ line: string; privateKey: string; hello: Hello }> {
  const hello = helloOf(secret, identity)
  const device = await connectDevice({ port, user: 'enroll', privateKey })
  device.say(formatUpLine({ verb: 'hello', hello }))
  device.say(proofLine(secret, hello, await device.hear('nonce ')))
  const line = await Promise.race([device.hear('bound '), device.hear('refused ')])
  device.leave()
  const { key, ...plain } = hello
  return { line, privateKey, hello: plain }
}

/** Points at which the connection of an enrolment ends. */
export const cuts = ['before hello', 'after hello', 'after nonce', 'with proof', 'after bound'] as const

/** An enrolment whose device does not learn the outcome. */
export async function cutEnrolment(
  port: number,
  secret: Secret,
  identity: Partial<Hello>,
  privateKey: string,
  cut: (typeof cuts)[number],
): Promise<void> {
  const hello = helloOf(secret, identity)
  const device = await connectDevice({ port, user: 'enroll', privateKey })
  if (cut === 'before hello') return device.leave()
  device.say(formatUpLine({ verb: 'hello', hello }))
  if (cut === 'after hello') return device.leave()
  const nonce = await device.hear('nonce ')
  if (cut === 'after nonce') return device.leave()
  device.say(proofLine(secret, hello, nonce))
  if (cut === 'after bound') await device.hear('bound ')
  // Data written before is still sent.
  device.client.end()
}

/** Enrols a device; throws if it is refused. */
export async function enrolDevice(port: number, key: string, identity: Partial<Hello> = {}): Promise<Enrolled> {
  const { line, privateKey, hello } = await tryEnrol(port, { key }, identity)
  if (!line.startsWith('bound ')) throw new Error(line)
  return { deviceId: Number(line.split(' ')[1]), privateKey, hello }
}

export function connectEnrolled(port: number, { deviceId, privateKey, hello }: Enrolled): Promise<TestDevice> {
  return welcomedDevice({ port, deviceId, privateKey, hello })
}

/** The `refused …` line that an enrolled device gets instead of a welcome. */
export async function hearRefusal(port: number, { deviceId, privateKey, hello }: Enrolled): Promise<string> {
  const device = await connectDevice({ port, user: String(deviceId), privateKey })
  device.say(formatUpLine({ verb: 'hello', hello }))
  const line = await device.hear('refused ')
  device.leave()
  return line
}
