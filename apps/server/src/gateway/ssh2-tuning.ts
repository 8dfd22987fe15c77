import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Connection as SshConnection } from 'ssh2'

type Fields = Record<string, unknown>

/** The ssh2 internals used here; if another version has other names, nothing changes. */
interface Protocol extends Fields {
  _cipher?: Fields
  _decipher?: Fields
  _kex?: Fields
}

/** Fields in which ssh2's JavaScript ciphers store the keys they pass to Node for every packet. */
const keyFields = ['_encKey', '_encKeyMain', '_encKeyPktLen', '_decKeyMain', '_decKeyPktLen', '_decipherKey']

/**
 * ssh2 creates a cipher for every packet, and Node prepares a raw key again each time, which is five times the work of
 * a small packet. With the compiled addon nothing changes.
 */
function keepPrepared(cipher: Fields | undefined): void {
  for (const field of keyFields) {
    const key: unknown = cipher?.[field]
    if (cipher && Buffer.isBuffer(key)) cipher[field] = createSecretKey(key) satisfies KeyObject
  }
}

/**
 * A few bytes kept for the life of the connection keep the whole 64 KB of Node's buffer pool alive from which they were
 * cut.
 */
function unpool(holder: Fields | undefined): void {
  for (const [field, value] of Object.entries(holder ?? {})) {
    if (!holder || !Buffer.isBuffer(value) || value.buffer.byteLength === value.length) continue
    const own = Buffer.allocUnsafeSlow(value.length)
    value.copy(own)
    holder[field] = own
  }
}

const nothing = () => {}

/** Devices are connected for weeks: once its keys are agreed on, makes a connection faster and smaller. */
export function trimConnection(client: SshConnection): void {
  client.on('handshake', () => {
    const protocol = (client as unknown as { _protocol: Protocol })._protocol
    // No longer needed, and with them recorded traffic could be decrypted. Not deleted, as that would slow down the
    // object.
    if (protocol._kex) Object.assign(protocol._kex, { _keys: undefined, finish: nothing })
    keepPrepared(protocol._cipher)
    keepPrepared(protocol._decipher)
    for (const holder of [protocol, protocol._kex, protocol._cipher, protocol._decipher]) unpool(holder)
  })
}

/** ssh2 writes a packet in three pieces: sends everything written in one turn in one system call. */
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
