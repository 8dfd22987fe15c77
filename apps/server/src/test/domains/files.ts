import { gzipSync } from 'node:zlib'

/** An OpenWrt image: content followed by metadata as sysupgrade expects it. */
export function makeImage(metadata: object | string, content = Buffer.alloc(5000, 7)): Buffer<ArrayBuffer> {
  const words = Buffer.from(typeof metadata === 'string' ? metadata : JSON.stringify(metadata))
  return Buffer.concat([content, makeTrailer(1, Buffer.concat([Buffer.alloc(8), words]))])
}

/** Data with its trailer; type 0 is a signature, 1 metadata. */
export function makeTrailer(type: number, data: Buffer, size = data.length + 16): Buffer<ArrayBuffer> {
  const trailer = Buffer.alloc(16)
  trailer.write('FWx0', 'latin1')
  trailer[8] = type
  trailer.writeUInt32BE(size, 12)
  return Buffer.concat([data, trailer])
}

function makeHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 'latin1')
  header.write('0000644\0', 100)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** A tar archive with files of the given names and contents. */
export function makeTar(files: Readonly<Record<string, string | number>>): Buffer {
  const parts = Object.entries(files).flatMap(([name, content]) => {
    const bytes = typeof content === 'number' ? Buffer.alloc(content) : Buffer.from(content)
    return [makeHeader(name, bytes.length), bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return Buffer.concat([...parts, Buffer.alloc(1024)])
}

/** A backup in the format of devices. */
export const makeBackup = (
  files: Readonly<Record<string, string | number>> = { 'etc/config/system': 'config system' },
) => Buffer.from(gzipSync(makeTar(files)))
