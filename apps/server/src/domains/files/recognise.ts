import type { Readable } from 'node:stream'
import { type FileType, isFirmware } from '@longreach/contract/files/constants'
import { text } from '@longreach/contract/i18n'
import { Problem } from '../../endpoint/problem.ts'
import type { ByteRange } from './blobs.ts'
import { readFirmware } from './firmware.ts'
import { isBackup } from './tar.ts'

/** A file whose content is complete. */
export interface FileContent {
  name: string
  size: number
  read(range?: ByteRange): Promise<Readable>
}

/** Facts that a file states about itself. */
export interface Facts {
  device_model?: string | null
  version?: string | null
  boards?: string[]
}

const wrong = (message: Parameters<typeof text>[0]) =>
  new Problem('VALIDATION_FAILED', { source: 'file', message: text(message) })

/** Reads the facts of a file of that type. Throws if its format is another one. */
export async function recognise(type: FileType, content: FileContent): Promise<Facts> {
  if (content.size === 0) throw wrong('files.empty')
  if (isFirmware(type)) {
    const facts = await readFirmware(content)
    if (!facts) throw wrong('files.not_firmware')
    return facts
  }
  if (type === 'config' || type === 'periodic_backup') {
    if (!(await isBackup(await content.read()))) throw wrong('files.not_backup')
  }
  return {}
}
