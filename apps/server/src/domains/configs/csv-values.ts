import { type Text, text } from '@longreach/contract/i18n'
import { parse } from 'csv-parse/sync'
import { Problem } from '../../endpoint/problem.ts'
import type { Values } from './fill.ts'

const refused = (message: Text) => new Problem('VALIDATION_FAILED', { source: 'csv', message })
const asName = (heading: string) => heading.trim().replace(/[^A-Za-z0-9_]+/g, '_')

/**
 * Values by serial, from a CSV with a column `serial` and one for each variable. Throws with the line that is wrong.
 */
export function readValues(csv: string): Map<string, Values> {
  let rows: string[][]
  try {
    rows = parse(csv, {
      bom: true,
      delimiter: [',', ';', '\t'],
      skip_empty_lines: true,
      trim: true,
      relax_quotes: true,
    })
  } catch (error) {
    const { lines = 0, message } = error as Error & { lines?: number }
    throw refused(text('configs.csv_line', { line: lines, reason: message }))
  }
  const [heading = [], ...lines] = rows
  const names = heading.map(asName)
  const serialAt = names.findIndex((name) => name.toLowerCase() === 'serial')
  if (serialAt < 0) throw refused(text('configs.csv_serial'))
  const values = new Map<string, Values>()
  for (const cells of lines) {
    const serial = cells[serialAt] ?? ''
    if (values.has(serial)) throw refused(text('configs.csv_twice', { serial }))
    const pairs = names.flatMap((name, at) => (at === serialAt || !cells[at] ? [] : [[name, cells[at]] as const]))
    values.set(serial, Object.fromEntries(pairs))
  }
  return values
}
