import { createHash } from 'node:crypto'
import { executeAction } from '@longreach/contract/actions/endpoints'
import { configureDevices, listConfigVersions, listDeviceConfigs } from '@longreach/contract/configs/endpoints'
import { formatUpLine, type Hello } from '@longreach/contract/link/lines'
import { expect } from 'vitest'
import { sendPart } from '../gateway/file.ts'
import { answer, at, commandsOf, connect, heard, online, reaches } from './actions.ts'
import { fetched } from './firmware.ts'

export type Online = Awaited<ReturnType<typeof online>>

export const settings = (address: string, key = 'first secret') =>
  `package network\n\nconfig interface 'lan'\n\toption proto 'static'\n\toption ipaddr '${address}'\n\n` +
  `package wireless\n\nconfig wifi-iface 'main'\n\toption ssid 'Harbour'\n\toption key '${key}'\n\n`

export const configCaps = ['config', 'fetch', 'exec', 'send']
export const router = (hello: Partial<Hello> = {}) => online({ caps: configCaps, backend: 'openwrt', ...hello })
export const call = (ipaddr: string) => ({ method: 'PUT' as const, path: '/uci/network/lan', request_data: { ipaddr } })

export const configure = (ids: number[], more: object = {}) =>
  at.admin.call(configureDevices, { body: { device_id: ids, calls: [call('10.0.0.9')], ...more } })

/** The device sends the file that the command with that number requests, and reports it as done; `more`: its words. */
export async function sendsFile(one: Online, command: number, bytes: Buffer, more = '') {
  const { id, arg } = await heard(one.device, command)
  const [ticket = ''] = arg.split(' ')
  const known = {
    port: at.world.app.gatewayPort as number,
    deviceId: one.id,
    privateKey: one.enrolled.privateKey,
  }
  expect(await sendPart(known, { ticket, step: 'append', offset: 0 }, bytes)).toMatchObject({ exit: 0 })
  const ended = await sendPart(known, { ticket, step: 'end', sha256: sumOf(bytes) })
  answer(one.device, id, 'done', 0, `${bytes.length} bytes${more}`)
  return ended
}

/** The device sends the text for a `config-read`. */
export async function sends(one: Online, command: number, text: string | Buffer, more = '') {
  expect((await heard(one.device, command)).command).toBe('config-read')
  return sendsFile(one, command, Buffer.from(text as string), more)
}

/** The device is asked for its configuration and sends it. */
export async function wasRead(one: Online, text: string | Buffer) {
  const before = commandsOf(one.device).length
  const { data } = await at.admin.call(executeAction, { body: { action: 'read_configuration', device_id: [one.id] } })
  await sends(one, before + 1, text)
  await reaches(data.id, 'done')
}

export async function readRouter(): Promise<Online> {
  const one = await router()
  await wasRead(one, settings('10.0.0.1'))
  return one
}

export const stateOf = async (id: number) =>
  (await at.admin.call(listDeviceConfigs, { query: { device_id: [id] as never } })).data[0]
export const versionsOf = async (id: number) =>
  (await at.admin.call(listConfigVersions, { query: { device_id: id } })).data

/** Fetches the content to apply; returns its text and the next command. */
export async function applying(one: Online, command = 1) {
  const { id, bytes } = await fetched(one, command)
  answer(one.device, id, 'done', 0, 'fetched')
  return { text: bytes.toString(), apply: await heard(one.device, command + 1) }
}

/** The device connects again and reports the outcome of the configuration. */
export async function relinks(one: Online, apply: string, boot = one.enrolled.hello.boot): Promise<Online> {
  one.device.leave()
  const enrolled = { ...one.enrolled, hello: { ...one.enrolled.hello, boot, apply } }
  return { ...one, enrolled, device: await connect(enrolled) }
}

export const sumOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

let reports = 0
/** The device reports the checksum of its configuration, as of `age` seconds ago. */
export function reportsSum({ device, enrolled }: Online, sum: string, age = 0): void {
  device.say(
    formatUpLine({ verb: 'set', set: 1, names: ['config_sum'] }),
    formatUpLine({ verb: 'report', boot: enrolled.hello.boot, seq: ++reports, age, set: 1, values: [sum] }),
  )
}
