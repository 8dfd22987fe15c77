import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { sha256 } from '../../seal.ts'
import { bytesOf, textOf } from './bytes.ts'

/** Texts of files, by path without the first slash. */
export type FileSet = Map<string, string>

/** Thrown if the content is not an archive of files. */
export class NotFiles extends Error {}

/** Reads an archive sent by a device. Throws NotFiles if it is something else. */
export async function parseFiles(bytes: Buffer): Promise<FileSet> {
  return new Map([...(await unpack(bytes))].map(([name, content]) => [name, textOf(content)]))
}

/** Files of an archive; a hard link counts as a file, too. */
async function unpack(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const nameOf = (name: string) => name.replace(/^\.\//, '')
  const archive = extract()
  archive.end(bytes)
  try {
    for await (const entry of archive) {
      const { type, name, linkname } = entry.header
      const content = await buffer(entry)
      const linked = type === 'link' ? files.get(nameOf(linkname ?? '')) : undefined
      if (type === 'file' || linked) files.set(nameOf(name), linked ?? content)
    }
  } catch {
    throw new NotFiles('Not an archive')
  }
  return files
}

/** Checksum as a device reports it for files: of a list with a line for each file's checksum and path. */
export async function sumOfFiles(bytes: Buffer): Promise<string> {
  const lines = [...(await unpack(bytes))].map(([name, content]) => `${sha256(content).toString('hex')}  ${name}\n`)
  return sha256(lines.join('')).toString('hex')
}

/** The archive that a device applies; the bytes are the same for the same files. */
export async function packFiles(files: FileSet): Promise<Buffer> {
  const archive = pack()
  for (const [name, content] of files) archive.entry({ name, mode: 0o644, mtime: new Date(0) }, bytesOf(content))
  archive.finalize()
  return gzipSync(await buffer(archive))
}
