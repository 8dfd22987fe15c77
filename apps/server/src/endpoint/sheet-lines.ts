import { isUtf8 } from 'node:buffer'
import { separatorLine, trimCell } from '@longreach/contract/forms/sheet-text'
import { type Text, text } from '@longreach/contract/i18n'
import { CsvError, parse } from 'csv-parse/sync'

export interface SheetLine {
  line: number
  cells: readonly string[]
  /** Cells whose text differs from what a spreadsheet shows, by index. */
  faults?: ReadonlyMap<number, Text>
}

export type ParsedFile = { lines: SheetLine[] } | { fault: Text }

/** Characters; a list of devices has no longer line. */
const longestLine = 100_000

const startsWith = (bytes: Buffer, hex: string) => bytes.subarray(0, 4).toString('hex') === hex

export const isWorkbook = (bytes: Buffer) => startsWith(bytes, '504b0304')
/** Signature of older or encrypted workbooks. */
const isBinary = (bytes: Buffer) => startsWith(bytes, 'd0cf11e0')

/** Whether a row has no text that is seen. */
export const isBlankRow = (cells: readonly string[]) => cells.every((cell) => trimCell(cell) === '')

/** The separator that is most frequent outside of quotation marks in the first line with text. */
function separatorOf(content: string): string {
  const first = /[^\r\n]+/.exec(content)?.[0] ?? ''
  const plain = first.replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((mark) => [mark, plain.split(mark).length] as const)
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

/** Splits off a line that names the separator, which is no row but counts as a line. */
function splitHint(content: string): { rows: string; delimiter: string; linesBefore: number } {
  const [hint, mark] = separatorLine.exec(content) ?? []
  if (hint === undefined || mark === undefined)
    return { rows: content, delimiter: separatorOf(content), linesBefore: 0 }
  return { rows: content.slice(hint.length), delimiter: mark, linesBefore: 1 }
}

/** Lines of a CSV file that are not empty, a few more than `most`. */
export function parseCsv(bytes: Buffer, most: number): ParsedFile {
  if (isBinary(bytes)) return { fault: text('devices.file_not_sheet') }
  // NUL is valid UTF-8, but the database cannot store it.
  if (!isUtf8(bytes) || bytes.includes(0)) return { fault: text('devices.file_encoding') }
  const { rows, delimiter, linesBefore } = splitHint(new TextDecoder().decode(bytes))
  try {
    const records = parse(rows, {
      bom: true,
      delimiter,
      info: true,
      max_record_size: longestLine,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: most + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    const lines = records.map(({ record, info }) => ({ line: info.lines + linesBefore, cells: record }))
    return { lines: lines.filter(({ cells }) => !isBlankRow(cells)) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { fault: text('devices.file_unclosed_quote', { line: Number(error.lines ?? 1) + linesBefore }) }
  }
}
