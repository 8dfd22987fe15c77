import type { CsvSeparator } from '@longreach/contract/separator'
import { readStored, writeStored } from '../api/browser-storage.ts'

const key = 'csv.separator'

/** The user's choice in this browser: it depends on the spreadsheet installed there. */
export const readSeparator = (): CsvSeparator => (readStored<string>('local', key, ',') === ';' ? ';' : ',')

export const storeSeparator = (separator: CsvSeparator) =>
  writeStored('local', key, separator === ',' ? null : separator)

/** Part of the query of every download of a table. */
export const separatorQuery = (): { separator?: CsvSeparator } => (readSeparator() === ';' ? { separator: ';' } : {})
