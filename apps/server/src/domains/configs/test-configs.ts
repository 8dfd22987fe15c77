import { createHash } from 'node:crypto'
import { executeAction } from '@longreach/contract/actions/endpoints'
import type { Hello } from '@longreach/contract/link/lines'
import { expect } from 'vitest'
import { sendPart } from '../../gateway/test-file.ts'
import { answer, at, commandsOf, connect, heard, online, reaches } from '../actions/test-actions.ts'
import { fetched } from '../firmware/test-firmware.ts'

export type Online = Awaited<ReturnType<typeof online>>

export const settings = (address: string, key = 'first secret') =>
  `package network\n\nconfig interface 'lan'\n\toption proto 'static'\n\toption ipaddr '${address}'\n\n` +
  `package wireless\n\nconfig wifi-iface 'main'\n\toption ssid 'Harbour'\n\toption key '${key}'\n\n`

export const configCaps = ['config', 'fetch', 'exec', 'send']
export const router = (hello: Partial<Hello> = {}) => online({ caps: configCaps, backend: 'openwrt', ...hello })

/** Sends what the command with that number asks for, and says that it is done. */
export async function sendsFile(one: Online, command: number, bytes: Buffer) {
  const { id, arg } = await heard(one.device, command)
  const [ticket = ''] = arg.split(' ')
  const known = {
    port: at.world.app.gatewayPort as number,
    deviceId: one.id,
    privateKey: one.enrolled.privateKey,
  }
  expect(await sendPart(known, { ticket, step: 'append', offset: 0 }, bytes)).toMatchObject({ exit: 0 })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const ended = await sendPart(known, { ticket, step: 'end', sha256 })
  answer(one.device, id, 'done', 0, `${bytes.length} bytes`)
  return ended
}

/** Sends the text for a `config-read`. */
export async function sends(one: Online, command: number, text: string) {
  expect((await heard(one.device, command)).command).toBe('config-read')
  return sendsFile(one, command, Buffer.from(text))
}

/** The device is asked for its configuration and sends it. */
export async function wasRead(one: Online, text: string) {
  const before = commandsOf(one.device).length
  const { data } = await at.admin.call(executeAction, { body: { action: 'read_configuration', device_id: [one.id] } })
  await sends(one, before + 1, text)
  await reaches(data.id, 'done')
}

/** Fetches what it is to apply; the text, and the next command. */
export async function applying(one: Online, command = 1) {
  const { id, bytes } = await fetched(one, command)
  answer(one.device, id, 'done', 0, 'fetched')
  return { text: bytes.toString(), apply: await heard(one.device, command + 1) }
}

/** It connects again, and says so with what became of the configuration. */
export async function relinks(one: Online, apply: string, boot = one.enrolled.hello.boot): Promise<Online> {
  one.device.leave()
  const enrolled = { ...one.enrolled, hello: { ...one.enrolled.hello, boot, apply } }
  return { ...one, enrolled, device: await connect(enrolled) }
}
