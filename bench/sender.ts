import { createHmac } from 'node:crypto'
import { proofText } from '@longreach/contract/link/identity'
import { formatUpLine, type Hello } from '@longreach/contract/link/lines'
import { generateDeviceKey } from '../apps/fleet/src/keys.ts'
import { type Link, openLink, type Server } from '../apps/fleet/src/link.ts'
import { benchNames, benchValues } from './rows.ts'

/** The first message from the parent process; every later one makes the sender send that many more reports. */
export interface Orders {
  server: Server
  key: string
  devices: number
  reports: number
}

interface Open {
  index: number
  link: Link
  reader: ReturnType<typeof lineReader>
}

/** The reply, with times in milliseconds since 1970. */
export interface Delivery {
  acknowledged: number
  values: number
  startedAt: number
  ended: number
}

const window = 4
const setLine = formatUpLine({ verb: 'set', set: 1, names: [...benchNames] })

function helloOf(index: number, key?: string): Hello {
  const serial = String(1_200_000_000 + index)
  const digits = (index & 0xffffff).toString(16).toUpperCase().padStart(6, '0')
  return {
    v: 1,
    serial,
    mac: `20:97:27:${digits.replace(/..(?=.)/g, '$&:')}`,
    model: 'RUTX11',
    firmware: 'RUTX_R_00.07.14.3',
    backend: 'rutos',
    agent: '1.0.0',
    boot: 'a1b2c3d4e5f6',
    uptime: 1_000_000,
    ...(key === undefined ? {} : { key }),
  }
}

/** Resolves with the rest of the first line that starts with the word. */
function lineReader() {
  let waiting: ((line: string) => void) | undefined
  return {
    line: (text: string) => waiting?.(text),
    closed: () => waiting?.('closed'),
    next: () =>
      new Promise<string>((resolve) => {
        waiting = resolve
      }),
    replace(listener: (line: string) => void) {
      waiting = listener
    },
  }
}

async function enrol(server: Server, index: number, credential: string) {
  const [keyId = '', secret = ''] = credential.split('.')
  const privateKey = generateDeviceKey()
  const hello = helloOf(index, keyId)
  const reader = lineReader()
  const link = await openLink(server, { user: 'enroll', privateKey }, 30_000, reader)
  const nonceLine = reader.next()
  link.send(formatUpLine({ verb: 'hello', hello }))
  const nonce = (await nonceLine).split(' ')[1] ?? ''
  const boundLine = reader.next()
  const proof = createHmac('sha256', secret)
    .update(proofText(nonce, hello.serial, hello.mac))
    .digest('hex')
  link.send(formatUpLine({ verb: 'proof', proof }))
  const bound = await boundLine
  link.cut()
  if (!bound.startsWith('bound ')) throw new Error(bound)
  return { user: bound.slice(6), privateKey }
}

async function connect(server: Server, index: number, login: { user: string; privateKey: string }) {
  const reader = lineReader()
  const link = await openLink(server, login, 30_000, reader)
  const welcome = reader.next()
  link.send(formatUpLine({ verb: 'hello', hello: helloOf(index) }))
  const line = await welcome
  if (!line.startsWith('welcome')) throw new Error(line)
  link.send(setLine)
  return { link, reader }
}

/** Sends the next reports of one device, four at a time, and resolves when the last is acknowledged. */
function deliver({ index, link, reader }: Open, after: number, reports: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const last = after + reports
    let sent = after
    let acknowledged = after
    const send = () => {
      while (sent < last && sent - acknowledged < window) {
        sent++
        // More than a minute old, like spooled reports, which are not throttled.
        link.send(`report a1b2c3d4e5f6 ${sent} ${600_000 - sent} 1 ${benchValues(index, sent)}`)
      }
    }
    reader.replace((line) => {
      const [verb, , seq] = line.split(' ')
      if (verb === 'closed' || verb === 'refused') reject(new Error(line))
      if (verb !== 'ack') return
      acknowledged = Number(seq)
      if (acknowledged === last) resolve()
      else send()
    })
    send()
  })
}

process.once('message', async ({ server, key, devices, reports }: Orders) => {
  const open: Open[] = []
  for (let index = 1; index <= devices; index++) {
    open.push({ index, ...(await connect(server, index, await enrol(server, index, key))) })
  }
  let after = 0
  process.on('message', async () => {
    const startedAt = Date.now()
    await Promise.all(open.map((device) => deliver(device, after, reports)))
    after += reports
    const acknowledged = devices * reports
    const delivery: Delivery = { acknowledged, values: acknowledged * benchNames.length, startedAt, ended: Date.now() }
    process.send?.(delivery)
  })
  process.send?.('ready')
})
