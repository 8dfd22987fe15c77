import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'

/** Texts of files, by their path without the first slash. */
export type FileSet = Map<string, string>

/** The content is not an archive of files. */
export class NotFiles extends Error {}

/** Reads the archive that a device sends. Throws NotFiles if it is something else. */
export async function parseFiles(bytes: Buffer): Promise<FileSet> {
  const files: FileSet = new Map()
  const archive = extract()
  archive.end(bytes)
  try {
    for await (const entry of archive) {
      const content = await buffer(entry)
      if (entry.header.type === 'file') files.set(entry.header.name.replace(/^\.\//, ''), content.toString('utf8'))
    }
  } catch {
    throw new NotFiles('Not an archive')
  }
  return files
}

/** The archive that a device applies. The same bytes for the same files. */
export async function packFiles(files: FileSet): Promise<Buffer> {
  const archive = pack()
  for (const [name, content] of files) archive.entry({ name, mode: 0o644, mtime: new Date(0) }, content)
  archive.finalize()
  return gzipSync(await buffer(archive))
}
