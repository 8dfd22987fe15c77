import { type Text, text } from '@longreach/contract/i18n'
import type { BackupArchive } from './backup-archive.ts'
import type { Configuration } from './content.ts'
import type { FileSet } from './file-set.ts'
import { NotUci, parseUci, type Uci, type UciSection } from './uci.ts'

/** Nothing of a backup can be written to a device. */
export class NotRestorable extends Error {
  readonly reason: Text

  constructor(reason: Text) {
    super(reason)
    this.reason = reason
  }
}

/** What a device would have, and which files of the backup that is. */
export interface Restored {
  after: Configuration
  paths: string[]
}

/** The settings of a device with those of a backup in place of its own: only what its configuration covers. */
export const restoreInto = (before: Configuration, archive: BackupArchive): Restored =>
  before.system === 'uci' ? restoreUci(before.uci, archive) : restoreFiles(before.files, archive)

/** A file of the backup. Throws if it is a link, or too large. */
function readText({ files, others }: BackupArchive, path: string): string {
  if (others.has(path)) throw new NotRestorable(text('configs.backup_link', { path }))
  const bytes = files.get(path)
  if (!bytes) throw new NotRestorable(text('configs.backup_file_large', { path }))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new NotRestorable(text('configs.backup_unreadable', { path }))
  }
}

const packagePath = /^etc\/config\/([A-Za-z0-9_-]{1,64})$/

function restoreUci(before: Uci, archive: BackupArchive): Restored {
  if (archive.others.has('etc/config')) throw new NotRestorable(text('configs.backup_link', { path: 'etc/config' }))
  const after: Uci = new Map(before)
  const paths = archive.paths.filter((path) => packagePath.test(path))
  if (paths.length === 0) throw new NotRestorable(text('configs.backup_no_uci'))
  for (const path of paths) after.set(packagePath.exec(path)?.[1] ?? '', readPackage(archive, path))
  return { after: { system: 'uci', uci: after }, paths }
}

const word = /^[A-Za-z0-9_-]+$/
/** What the device takes in a line for `uci batch`. */
const isSection = ({ type, name, options }: UciSection) =>
  word.test(type) &&
  (name === null || word.test(name)) &&
  [...options].every(([option, value]) => word.test(option) && [value].flat().every((one) => !/\p{Cc}/u.test(one)))

/** The sections of a package. Throws if it is not in the form of uci, as documents that RutOS stores of its own. */
function readPackage(archive: BackupArchive, path: string): UciSection[] {
  const name = path.split('/').at(-1) ?? ''
  const unreadable = new NotRestorable(text('configs.backup_unreadable', { path }))
  const content = readText(archive, path)
  try {
    const uci = parseUci(`package ${name}\n${content}`)
    const sections = uci.get(name) ?? []
    if (uci.size > 1 || !sections.every(isSection)) throw unreadable
    return sections
  } catch (error) {
    throw error instanceof NotUci ? unreadable : error
  }
}

function restoreFiles(before: FileSet, archive: BackupArchive): Restored {
  const inBackup = new Set(archive.paths)
  const paths = [...before.keys()].filter((path) => inBackup.has(path))
  if (paths.length === 0) throw new NotRestorable(text('configs.backup_no_files'))
  const files: FileSet = new Map(before)
  for (const path of paths) files.set(path, readText(archive, path))
  return { after: { system: 'files', files }, paths }
}
