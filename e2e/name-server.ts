// A name server that answers every question with one IPv4 address: `name-server.ts <address>`, on that address. A process
// of its own, since a test that waits for a device answers nothing.
import { createSocket } from 'node:dgram'

const [address = ''] = process.argv.slice(2)

/** The answer to a question in the form of RFC 1035. */
function answerTo(asked: Buffer): Buffer {
  // The name ends with a byte of zero; its type and class follow.
  const question = asked.subarray(12, asked.indexOf(0, 12) + 5)
  const isIpv4 = question.readUInt16BE(question.length - 4) === 1
  const header = Buffer.from([...asked.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isIpv4 ? 1 : 0, 0, 0, 0, 0])
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)])
  return Buffer.concat([header, question, ...(isIpv4 ? [record] : [])])
}

const socket = createSocket('udp4')
socket.on('message', (asked, { port, address: from }) => socket.send(answerTo(asked), port, from))
socket.bind(53, address, () => process.send?.('ready'))
