import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Connection as SshConnection } from 'ssh2'

type Fields = Record<string, unknown>

/** What is looked at of ssh2's inside; where the fields are named otherwise nothing changes. */
interface Protocol extends Fields {
  _cipher?: Fields
  _decipher?: Fields
  _kex?: Fields
}

/** Where ssh2's ciphers in JavaScript keep the keys they pass to Node for every packet. */
const keyFields = ['_encKey', '_encKeyMain', '_encKeyPktLen', '_decKeyMain', '_decKeyPktLen', '_decipherKey']

/**
 * ssh2 makes a cipher for every packet, and Node prepares a bare key anew each time: five times the work of a small
 * packet. Where the compiled addon does the work nothing changes.
 */
function keepPrepared(cipher: Fields | undefined): void {
  for (const field of keyFields) {
    const key: unknown = cipher?.[field]
    if (cipher && Buffer.isBuffer(key)) cipher[field] = createSecretKey(key) satisfies KeyObject
  }
}

/** A few bytes kept for as long as the connection hold on to all of the pool (64 KB) that Node cut them from. */
function unpool(holder: Fields | undefined): void {
  for (const [field, value] of Object.entries(holder ?? {})) {
    if (!holder || !Buffer.isBuffer(value) || value.buffer.byteLength === value.length) continue
    const own = Buffer.allocUnsafeSlow(value.length)
    value.copy(own)
    holder[field] = own
  }
}

const nothing = () => {}

/** Each device is connected for weeks: what its connection keeps is made quick and small once its keys are agreed on. */
export function trimConnection(client: SshConnection): void {
  client.on('handshake', () => {
    const protocol = (client as unknown as { _protocol: Protocol })._protocol
    // Of no more use, and with them what was recorded could be read. Not deleted: that makes the object a large one.
    if (protocol._kex) Object.assign(protocol._kex, { _keys: undefined, finish: nothing })
    keepPrepared(protocol._cipher)
    keepPrepared(protocol._decipher)
    for (const holder of [protocol, protocol._kex, protocol._cipher, protocol._decipher]) unpool(holder)
  })
}

/** ssh2 writes a packet in three pieces: all that is written in one turn leaves in one system call. */
export function gatherWrites(socket: Socket): void {
  const write = socket.write as (...words: unknown[]) => boolean
  socket.write = ((...words: unknown[]) => {
    if (socket.writableCorked === 0) {
      socket.cork()
      process.nextTick(() => socket.uncork())
    }
    return write.apply(socket, words)
  }) as typeof socket.write
}
