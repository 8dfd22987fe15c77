import { configLimits } from '@longreach/contract/configs/constants'
import { headingText } from '@longreach/contract/forms/sheet-text'
import { type Text, text } from '@longreach/contract/i18n'
import { Problem } from '../../endpoint/problem.ts'
import { errorsOfRows, type RowError, readTable } from '../../endpoint/sheet.ts'
import type { Values } from './fill.ts'

/** The name of a variable; undefined for columns that cannot be one. */
function variableOf(heading: string): string | undefined {
  const name = headingText(heading).replace(/[^A-Za-z0-9_]+/g, '_')
  return name.toLowerCase() === 'serial' ? 'serial' : name || undefined
}

/** Values by serial, from a CSV with a column `serial` and one for each variable. Throws with the lines that are wrong. */
export async function readValues(csv: string): Promise<Map<string, Values>> {
  const rows = await readTable(Buffer.from(csv), {
    source: 'csv',
    required: 'serial',
    // The number of lines is limited by the length of the text.
    most: configLimits.csv,
    identifiers: ['serial'],
    missing: text('configs.csv_serial'),
    columnOf: variableOf,
  })
  const values = new Map<string, Values>()
  const lines = new Map<string, number>()
  const errors: RowError[] = []
  for (const { line, cells, faults } of rows) {
    const { serial, ...own } = cells
    const [fault] = Object.entries(faults) as [string, Text][]
    const first = serial === undefined ? undefined : lines.get(serial)
    if (fault) errors.push({ line, column: fault[0], message: fault[1] })
    else if (serial === undefined) errors.push({ line, column: 'serial', message: text('configs.csv_no_serial') })
    else if (first !== undefined)
      errors.push({ line, column: 'serial', message: text('devices.import_repeated', { first }) })
    else {
      lines.set(serial, line)
      values.set(serial, own as Values)
    }
  }
  if (errors.length > 0)
    throw new Problem('VALIDATION_FAILED', { errors: errorsOfRows(errors).map((item) => ({ ...item, source: 'csv' })) })
  return values
}
