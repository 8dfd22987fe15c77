import { type Text, text } from '@longreach/contract/i18n'
import { textOf } from '../bytes.ts'
import type { Configuration } from '../configuration.ts'
import type { FileSet } from '../file-set.ts'
import { isValue, NotUci, parseUci, type Uci, type UciSection } from '../uci/uci.ts'
import type { BackupArchive } from './archive.ts'

/** Thrown if nothing of a backup can be written to a device. */
export class NotRestorable extends Error {
  readonly reason: Text

  constructor(reason: Text) {
    super(reason)
    this.reason = reason
  }
}

/** The configuration of a device after a restore, and the files of the backup used for it. */
export interface Restored {
  after: Configuration
  paths: string[]
}

/** A device's settings with those of a backup in their place, limited to what its configuration covers. */
export const restoreInto = (before: Configuration, archive: BackupArchive): Restored =>
  before.system === 'uci' ? restoreUci(before.uci, archive) : restoreFiles(before.files, archive)

/** Text of a file in the backup. Throws if it is a link, or too large. */
function readText({ files, others }: BackupArchive, path: string): string {
  if (others.has(path)) throw new NotRestorable(text('configs.backup_link', { path }))
  const bytes = files.get(path)
  if (!bytes) throw new NotRestorable(text('configs.backup_file_large', { path }))
  return textOf(bytes)
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
/** True if the device accepts the section in lines for `uci batch`. */
const isSection = ({ type, name, options }: UciSection) =>
  word.test(type) &&
  (name === null || word.test(name)) &&
  [...options].every(([option, value]) => word.test(option) && [value].flat().every(isValue))

/** Sections of a package. Throws if it is not in uci format, such as documents that RutOS stores there. */
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
