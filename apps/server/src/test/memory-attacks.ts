import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { login } from '@longreach/contract/account/endpoints'
import { previewImport } from '@longreach/contract/devices/import-endpoints'
import { createImage } from '@longreach/contract/files/image-endpoints'
import { endpoints } from '@longreach/contract/index'
import { socketPath } from '@longreach/contract/live'
import { patience } from '@longreach/contract/test-patience'
import ssh2 from 'ssh2'
import { createClient, type TestClient } from './client.ts'
import { makePng, packedText } from './png.ts'
import { makeWorkbook, sheetOf } from './workbook.ts'

export interface Target {
  url: string
  gatewayPort: number
  admin: TestClient
  /** Company in which the administrator adds devices. */
  company: number
}

const [width, height] = [2048, 1080] as const
/** A picture of colours in lines, all of which are decoded. */
function picture(): Buffer<ArrayBuffer> {
  const row = 1 + width * 3
  const rows = Buffer.alloc(height * row, randomBytes(1000))
  for (let at = 0; at < rows.length; at += row) rows[at] = 0
  return makePng([width, height], { rows })
}
const files = {
  picture: new File([picture()], 'a.png'),
  metadata: new File([makePng([20, 20], { metadata: Array<Buffer>(4).fill(packedText(7_900_000)) })], 'b.png'),
  sheet: new File([`serial,mac,name\n${'x1,zz,nnnnnnnnnnnnnnnnnnnn\n'.repeat(20_000)}`], 'a.csv'),
  workbook: new File(
    [
      await makeWorkbook({
        'xl/worksheets/sheet1.xml': sheetOf(
          '<row r="1"><c r="A1" t="inlineStr"><is><t>serial</t></is></c></row>'.repeat(500_000),
        ),
      }),
    ],
    'a.xlsx',
  ),
}

const json = (body: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const sendImage = ({ admin }: Target, image: File) =>
  admin.call(createImage, { body: { type: 'device_dashboard' }, files: { image } })
const sendSheet = ({ admin, company }: Target, file: File) =>
  admin.call(previewImport, { body: { company_id: company, device_series: 'rut' }, files: { file } })

/** Calls that concern the session with which they are made. */
const ofSession = /^\/(account|password-confirmation|user$)/
let turn = 0

/** Things that take memory while they are done, each a few times; a server should need none of it afterwards. */
export const memoryAttacks: Record<string, (target: Target) => Promise<unknown>> = {
  async 'calls with ids of others'({ admin }) {
    for (let n = 0; n < 20; n++) {
      const endpoint = endpoints[turn++ % endpoints.length]
      if (!endpoint || endpoint.permission === 'public' || ofSession.test(endpoint.path)) continue
      const path = endpoint.path.replace(/\{\w+\}/g, String(900_000 + turn))
      const body =
        endpoint.method === 'GET' ? {} : json({ id: [900_000 + turn], name: randomBytes(999).toString('hex') })
      const response = await admin.fetch(`/api${path}?q=${turn}`, { method: endpoint.method, ...body })
      await response.arrayBuffer()
    }
  },
  async 'bodies of a megabyte'({ admin }) {
    const list = Array(10_000).fill(1)
    for (let n = 0; n < 5; n++)
      await (await admin.fetch('/api/devices', { method: 'POST', ...json({ name: 'x'.repeat(900_000), list }) })).text()
  },
  async 'wrong passwords'({ url }) {
    const client = createClient(url)
    for (let n = 0; n < 5; n++)
      await client.call(login, { body: { username: `user${turn++}@example.test`, password: 'wrong' } })
  },
  pictures: (target) => sendImage(target, files.picture),
  'metadata without end': (target) => sendImage(target, files.metadata),
  'lists with errors': (target) => sendSheet(target, files.sheet),
  'workbooks that expand': (target) => sendSheet(target, files.workbook),
  async 'messages on live sockets'({ url, admin }) {
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const address = `${url.replace('http', 'ws')}${socketPath}/?EIO=4&transport=websocket`
    const socket = new WebSocket(address, { headers: { cookie } } as never)
    const { promise, resolve } = Promise.withResolvers<unknown>()
    socket.onclose = resolve
    socket.onerror = resolve
    socket.onopen = () => {
      socket.send('40')
      for (let n = 0; n < 200; n++) socket.send(`42["subscribe",{"channel":"${randomBytes(20).toString('hex')}"}]`)
    }
    await promise
  },
  async 'channels of devices without a key'({ gatewayPort }) {
    const client = new ssh2.Client()
    await new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.once('close', () => resolve())
      client.once('ready', () => {
        for (let n = 0; n < 100; n++) client.exec('none such', () => {})
      })
      client.connect({ host: '127.0.0.1', port: gatewayPort, username: 'install', readyTimeout: patience.condition })
    })
    client.destroy()
  },
  async 'half a sign-in, half a greeting'({ url, gatewayPort }) {
    const half = `POST /api/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 16000\r\n\r\n{`
    const sockets = Array.from({ length: 50 }, (_, n) => {
      const socket = connect(n % 2 ? Number(new URL(url).port) : gatewayPort, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(n % 2 ? half + ' '.repeat(9000) : 'SSH-2.0-x\r\n')
      return socket
    })
    await delay(500)
    for (const socket of sockets) socket.destroy()
  },
}
