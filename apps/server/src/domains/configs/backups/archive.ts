import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { configLimits } from '@longreach/contract/configs/constants'
import { type Text, text } from '@longreach/contract/i18n'
import { extract } from 'tar-stream'

/** Most bytes that a backup expands to, bytes kept in memory, and entries. */
const most = { bytes: 64 * 1024 * 1024, kept: 16 * 1024 * 1024, entries: 10_000 } as const

/** Entries of a backup, by paths without the first slash. */
export interface BackupArchive {
  /** All entries but folders, in the order of the archive. */
  paths: readonly string[]
  /** Files of the settings that are small enough for a device. */
  files: ReadonlyMap<string, Buffer>
  /** Entries other than files: a link could lead anywhere. */
  others: ReadonlySet<string>
}

/** Thrown if the backup cannot be restored on any device. */
export class BackupRefused extends Error {
  readonly reason: Text

  constructor(reason: Text) {
    super(reason)
    this.reason = reason
  }
}

/** Devices create backups with paths relative to their root. */
function pathOf(name: string): string {
  const path = name.replace(/^(?:\.\/)+/, '')
  if (path.startsWith('/') || path.split('/').includes('..') || /\p{Cc}/u.test(path))
    throw new BackupRefused(text('configs.backup_path', { path: path.slice(0, 100) }))
  return path
}

async function* bounded(stream: AsyncIterable<Buffer>) {
  let bytes = 0
  for await (const piece of stream) {
    bytes += piece.length
    if (bytes > most.bytes) throw new BackupRefused(text('configs.backup_large', { size: '64 MB' }))
    yield piece
  }
}

async function readEntries(archive: ReturnType<typeof extract>): Promise<BackupArchive> {
  const [paths, files, others] = [new Set<string>(), new Map<string, Buffer>(), new Set<string>()]
  let kept = 0
  for await (const entry of archive) {
    const { name, type, size = 0 } = entry.header
    const path = pathOf(name)
    const keeps = type === 'file' && path.startsWith('etc/') && size <= configLimits.bytes
    if (type !== 'directory') paths.add(path)
    if (type !== 'directory' && type !== 'file') others.add(path)
    if (keeps) kept += size
    if (paths.size > most.entries || kept > most.kept)
      throw new BackupRefused(text('configs.backup_large', { size: '16 MB' }))
    // If several have the same name the last one wins, as with any archiver.
    files.delete(path)
    if (keeps) files.set(path, await buffer(entry))
    else entry.resume()
  }
  return { paths: [...paths], files, others }
}

/** Reads a backup in memory only. Throws BackupRefused if it is not one, or harmful. */
export async function readBackup(compressed: Readable): Promise<BackupArchive> {
  // The checksum of a header is enough: old archivers write no mark of the format.
  const archive = extract({ allowUnknownFormat: true })
  const expanded = pipeline(compressed, createGunzip(), bounded, archive)
  try {
    const [read] = await Promise.all([readEntries(archive), expanded])
    if (read.paths.length > 0) return read
  } catch (error) {
    archive.destroy()
    // Either of the two streams may notice the error first.
    const causes = [
      error,
      await expanded.then(
        () => undefined,
        (cause: unknown) => cause,
      ),
    ]
    const refused = causes.find((cause) => cause instanceof BackupRefused)
    if (refused) throw refused
  }
  throw new BackupRefused(text('configs.backup_broken'))
}
