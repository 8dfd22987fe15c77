import { isUtf8 } from 'node:buffer'
import type { tagDevicesOfFile } from '@longreach/contract/devices/tag-endpoints'
import type { BodyOf } from '@longreach/contract/endpoint'
import type { ErrorItem } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import { normaliseMac } from '@longreach/contract/link/identity'
import { taggingLimits } from '@longreach/contract/tags/constants'
import { Problem } from '../../../endpoint/problem.ts'

type Column = BodyOf<typeof tagDevicesOfFile>['first_parameter']

const wrong = (message: Text) => new Problem('VALIDATION_FAILED', { source: 'file', message })

/** The text before the first comma, semicolon or tab, without quotes around it. */
function firstCell(line: string): string {
  const quoted = /^\s*"((?:[^"]|"")*)"/.exec(line)
  return (quoted ? (quoted[1] ?? '').replaceAll('""', '"') : (/^[^,;\t]*/.exec(line)?.[0] ?? '')).trim()
}

/** NUL is valid UTF-8, but the database cannot store it. */
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes) || bytes.includes(0)) throw wrong(text('devices.file_not_text'))
  return new TextDecoder().decode(bytes)
}

/** First column of a CSV file, with the line number of each value; duplicates removed, MACs normalised. */
export function readTagFile(bytes: Buffer, column: Column): Map<string, number> {
  const named = new Map<string, number>()
  for (const [at, line] of textOf(bytes)
    .split(/\r\n|\n|\r/)
    .entries()) {
    const cell = firstCell(line)
    if (cell === '' || (at === 0 && cell.toLowerCase() === column)) continue
    const key = column === 'mac' ? (normaliseMac(cell) ?? cell) : cell
    if (!named.has(key)) named.set(key, at + 1)
  }
  if (named.size === 0) throw wrong(text('devices.file_empty'))
  if (named.size > taggingLimits.devices) throw wrong(text('devices.file_too_long', { count: taggingLimits.devices }))
  return named
}

const reported = 100

/** Errors for lines that name no device in reach; beyond a limit only their number. */
export function unknownLines(named: ReadonlyMap<string, number>, found: ReadonlySet<string>): ErrorItem[] {
  const lines = [...named].filter(([key]) => !found.has(key))
  const errors = lines.slice(0, reported).map(([key, line]) => ({
    code: 'NOT_FOUND',
    message: text('devices.file_line_unknown', { line, key: key.slice(0, 64) }),
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
