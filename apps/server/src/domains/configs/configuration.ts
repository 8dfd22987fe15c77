import type { ConfigSystem } from '@longreach/contract/configs/constants'
import { textOf } from './bytes.ts'
import { type FileSet, parseFiles } from './file-set.ts'
import { parseUci, type Uci } from './uci/uci.ts'

/** Configuration of a device: settings of uci, or files. */
export type Configuration = { system: 'uci'; uci: Uci } | { system: 'files'; files: FileSet }

/** Parses what a device sent. Throws NotUci or NotFiles if it is something else. */
export async function parseConfiguration(system: ConfigSystem, bytes: Buffer): Promise<Configuration> {
  return system === 'uci' ? { system, uci: parseUci(textOf(bytes)) } : { system, files: await parseFiles(bytes) }
}
