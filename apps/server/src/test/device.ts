import { createHmac } from 'node:crypto'
import { proofText } from '@longreach/contract/link/identity'
import { formatUpLine, type Hello } from '@longreach/contract/link/lines'
import { generateHostKey } from '../gateway/host-key.ts'
import { connectDevice, type TestDevice, testHello, welcomedDevice } from '../gateway/test-device.ts'

export interface Enrolled {
  deviceId: number
  privateKey: string
  hello: Hello
}

/** The gateway's answer to an enrolment: `bound <id>` or `refused <code> …`. */
export async function tryEnrol(
  port: number,
  secret: { key: string } | { password: string },
  identity: Partial<Hello> = {},
  privateKey = generateHostKey(),
): Promise<{ line: string; privateKey: string; hello: Hello }> {
  const [shown, hidden] = 'key' in secret ? secret.key.split('.') : [undefined, secret.password]
  const hello: Hello = { ...testHello, ...identity, ...(shown === undefined ? {} : { key: shown }) }
  const device = await connectDevice({ port, user: 'enroll', privateKey })
  device.say(formatUpLine({ verb: 'hello', hello }))
  const nonce = (await device.hear('nonce ')).split(' ')[1] ?? ''
  const proof = createHmac('sha256', hidden ?? '')
    .update(proofText(nonce, hello.serial, hello.mac))
    .digest('hex')
  device.say(formatUpLine({ verb: 'proof', proof }))
  const line = await Promise.race([device.hear('bound '), device.hear('refused ')])
  device.leave()
  const { key, ...plain } = hello
  return { line, privateKey, hello: plain }
}

/** Enrols or throws. */
export async function enrolDevice(port: number, key: string, identity: Partial<Hello> = {}): Promise<Enrolled> {
  const { line, privateKey, hello } = await tryEnrol(port, { key }, identity)
  if (!line.startsWith('bound ')) throw new Error(line)
  return { deviceId: Number(line.split(' ')[1]), privateKey, hello }
}

/** Connects an enrolled device and waits for its welcome. */
export function connectEnrolled(port: number, { deviceId, privateKey, hello }: Enrolled): Promise<TestDevice> {
  return welcomedDevice({ port, deviceId, privateKey, hello })
}

/** The `refused …` line an enrolled device gets instead of a welcome. */
export async function hearRefusal(port: number, { deviceId, privateKey, hello }: Enrolled): Promise<string> {
  const device = await connectDevice({ port, user: String(deviceId), privateKey })
  device.say(formatUpLine({ verb: 'hello', hello }))
  const line = await device.hear('refused ')
  device.leave()
  return line
}
