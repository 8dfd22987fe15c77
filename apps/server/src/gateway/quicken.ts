import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Connection as SshConnection } from 'ssh2'

type Cipher = Record<string, Buffer | KeyObject | undefined> | undefined

/** Where ssh2's ciphers in JavaScript keep the keys they pass to Node for every packet. */
const keyFields = ['_encKey', '_encKeyMain', '_encKeyPktLen', '_decKeyMain', '_decKeyPktLen', '_decipherKey']

function keepPrepared(cipher: Cipher): void {
  for (const field of keyFields) {
    const key = cipher?.[field]
    if (cipher && Buffer.isBuffer(key)) cipher[field] = createSecretKey(key)
  }
}

/**
 * ssh2 makes a cipher for every packet, and Node prepares a bare key anew each time: five times the work of a small
 * packet. Where the fields are named otherwise, or the compiled addon does the work, nothing changes.
 */
export function prepareKeys(client: SshConnection): void {
  client.on('handshake', () => {
    const { _cipher, _decipher } = (client as unknown as { _protocol: { _cipher: Cipher; _decipher: Cipher } })
      ._protocol
    keepPrepared(_cipher)
    keepPrepared(_decipher)
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
