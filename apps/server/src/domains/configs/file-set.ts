import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { sha256 } from '../../seal.ts'

/** Texts of files, by their path without the first slash. */
export type FileSet = Map<string, string>

/** The content is not an archive of files. */
export class NotFiles extends Error {}

/** Reads the archive that a device sends. Throws NotFiles if it is something else. */
export async function parseFiles(bytes: Buffer): Promise<FileSet> {
  return new Map([...(await unpack(bytes))].map(([name, content]) => [name, content.toString('utf8')]))
}

/** The files of an archive; a second name of one is a file too. */
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

/** What a device reports of files that it sends so: the checksum of a line for each, with its checksum and path. */
export async function sumOfFiles(bytes: Buffer): Promise<string> {
  const lines = [...(await unpack(bytes))].map(([name, content]) => `${sha256(content).toString('hex')}  ${name}\n`)
  return sha256(lines.join('')).toString('hex')
}

/** The archive that a device applies. The same bytes for the same files. */
export async function packFiles(files: FileSet): Promise<Buffer> {
  const archive = pack()
  for (const [name, content] of files) archive.entry({ name, mode: 0o644, mtime: new Date(0) }, content)
  archive.finalize()
  return gzipSync(await buffer(archive))
}
