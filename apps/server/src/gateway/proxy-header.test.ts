import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startGateway } from '../test/gateway/gateway.ts'
import { until } from '../test/until.ts'
import { parseProxyHeader } from './proxy-header.ts'

const binary = (command: number, family: number, addresses: number[]) =>
  Buffer.from([
    ...Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1'),
    0x20 | command,
    family,
    0,
    addresses.length,
    ...addresses,
  ])
const line = (text: string) => Buffer.from(`${text}\r\n`)

test.each([
  ['version 1, IPv4', line('PROXY TCP4 192.0.2.7 127.0.0.1 4000 15009'), '192.0.2.7'],
  ['version 1, IPv6', line('PROXY TCP6 2001:db8::7 ::1 4000 15009'), '2001:db8::7'],
  ['version 1, unknown', line('PROXY UNKNOWN'), undefined],
  ['version 2, IPv4', binary(1, 0x11, [192, 0, 2, 7, 127, 0, 0, 1, 1, 2, 3, 4]), '192.0.2.7'],
  [
    'version 2, IPv6',
    binary(1, 0x21, [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 7, ...Array(20).fill(0)]),
    '2001:db8:0:0:0:0:0:7',
  ],
  ['version 2, the balancer itself', binary(0, 0, []), undefined],
])('%s names the client, and every part of it waits for the rest', (_name, header, address) => {
  expect(parseProxyHeader(Buffer.concat([header, Buffer.from('SSH-2.0-x')]))).toEqual({
    address,
    length: header.length,
  })
  for (let length = 0; length < header.length; length++)
    expect([length, parseProxyHeader(header.subarray(0, length))]).toEqual([length, 'more'])
})

test.each([
  ['SSH', Buffer.from('SSH-2.0-OpenSSH\r\n')],
  ['no address', line('PROXY TCP4 <script> 127.0.0.1 1 2')],
  ['another family', line('PROXY TCP5 192.0.2.7 127.0.0.1 1 2')],
  ['a line without end', Buffer.alloc(200, 'PROXY TCP4 ')],
  ['a third version', Buffer.from([...Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1'), 0x31, 0x11, 0, 0])],
  ['endless options', Buffer.from([...Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1'), 0x21, 0x11, 255, 255])],
])('%s is no header', (_name, bytes) => expect(parseProxyHeader(bytes)).toBeUndefined())

function call(port: number, ...parts: Buffer[]): { socket: Socket; text: () => string } {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  for (const part of parts) socket.write(part)
  return { socket, text: () => text }
}
const ident = Buffer.from('SSH-2.0-test\r\n')

test('behind a balancer strangers are counted by the addresses in its header', async () => {
  const limits = { unauthenticated: 100, unauthenticatedPerAddress: 2 }
  const { port, counts } = await startGateway({ limits, balancer: () => true })
  const from = (address: string) => call(port, line(`PROXY TCP4 ${address} 127.0.0.1 4000 15009`), ident)
  const one = [from('192.0.2.1'), from('192.0.2.1')]
  const other = from('192.0.2.2')
  await until(() => [...one, other].every(({ text }) => text().startsWith('SSH-2.0-')))
  const third = from('192.0.2.1')
  await until(() => third.socket.destroyed)
  expect(counts.get('connection over_address_cap')).toBe(1)
  expect(other.socket.destroyed).toBe(false)
})

test('a balancer without a header is disconnected, and headers of others are ignored', async () => {
  const strict = await startGateway({ balancer: () => true })
  const bare = call(strict.port, ident)
  await until(() => bare.socket.destroyed)
  expect(strict.counts.get('connection broken')).toBe(1)
  const silent = await startGateway({ balancer: () => true, times: { ready: 50 } })
  const { socket } = call(silent.port)
  await until(() => socket.destroyed)

  const plain = await startGateway({})
  const liar = call(plain.port, line('PROXY TCP4 192.0.2.1 127.0.0.1 4000 15009'), ident)
  await until(() => liar.socket.destroyed)
})
