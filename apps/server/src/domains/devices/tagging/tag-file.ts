import type { tagDevicesOfFile } from '@longreach/contract/devices/tag-endpoints'
import type { BodyOf } from '@longreach/contract/endpoint'
import type { ErrorItem } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import { normaliseMac } from '@longreach/contract/link/identity'
import { tagFile, taggingLimits } from '@longreach/contract/tags/constants'
import { Problem } from '../../../endpoint/problem.ts'
import { findShortened, identifierIn, readLines } from '../../../endpoint/sheet.ts'

type Column = BodyOf<typeof tagDevicesOfFile>['first_parameter']

const wrong = (message: Text) => new Problem('VALIDATION_FAILED', { source: 'file', message })

/** First column of a CSV file, with the line number of each value; duplicates removed, MACs normalised. */
export async function readTagFile(bytes: Buffer, column: Column): Promise<Map<string, number>> {
  const named = new Map<string, number>()
  // The number of lines is limited by the size of the file.
  for (const [at, { line, cells }] of (await readLines(bytes, tagFile.max)).entries()) {
    const cell = identifierIn(cells[0] ?? '')
    if (cell === '' || (at === 0 && cell.toLowerCase() === column)) continue
    const key = column === 'mac' ? (normaliseMac(cell) ?? cell) : cell
    if (!named.has(key)) named.set(key, line)
  }
  if (named.size === 0) throw wrong(text('devices.file_empty'))
  if (named.size > taggingLimits.devices) throw wrong(text('devices.file_too_long', { count: taggingLimits.devices }))
  return named
}

const reported = 100

function messageOf(line: number, key: string): Text {
  const problem = findShortened(key)
  if (problem) return text('devices.file_line', { line, problem })
  return text('devices.file_line_unknown', { line, key: key.slice(0, 64) })
}

/** Errors for lines that name no device in reach; beyond a limit only their number. */
export function unknownLines(named: ReadonlyMap<string, number>, found: ReadonlySet<string>): ErrorItem[] {
  const lines = [...named].filter(([key]) => !found.has(key))
  const errors = lines.slice(0, reported).map(([key, line]) => ({
    code: 'NOT_FOUND',
    message: messageOf(line, key),
    source: String(line),
  }))
  if (lines.length <= reported) return errors
  return [
    ...errors,
    {
      code: 'NOT_FOUND',
      message: text('devices.file_more_unknown', { count: lines.length - reported }),
      source: 'file',
    },
  ]
}
