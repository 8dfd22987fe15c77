import { type Text, text } from '@longreach/contract/i18n'
import { isBlankRow, type SheetLine } from './sheet-lines.ts'
import { type ReadPart, SheetFault } from './workbook-file.ts'
import { collectText } from './workbook-strings.ts'
import type { NumberStyle } from './workbook-styles.ts'

interface Options {
  strings: readonly string[]
  styles: ReadonlyMap<number, NumberStyle>
  most: number
}

/** Columns that are read; further ones are far right of any list. */
const mostColumns = 100
/** Characters of all cells: many can refer to one long text. */
const mostCharacters = 32 * 1024 * 1024
/** Number of the last row in a sheet. */
const lastRow = 1_048_576
/** Spreadsheets have no more digits in a number. */
const exactBelow = 1e15

/** `C17` is in column 2. */
function columnOf(reference: string): number {
  const [name = ''] = /^[A-Z]{1,3}/.exec(reference) ?? []
  return [...name].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) - 1
}

/** Line numbers continue, whatever number a row has. */
function lineOf(reference: string, next: number): number {
  const line = Number(reference)
  return Number.isInteger(line) && line > next && line <= lastRow ? line : next
}

function numberText(value: string, style: NumberStyle | undefined): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  if (Math.abs(number) >= exactBelow) return number.toExponential().toUpperCase()
  const digits = String(number)
  return typeof style === 'object' && style.plain && /^\d+$/.test(digits) ? digits.padStart(style.zeros, '0') : digits
}

interface Cell {
  type: string
  style: NumberStyle | undefined
  isFormula: boolean
}

/** Whether zeros are shown among other signs, where it is unclear which of them are meant. */
function hasOtherZeros(style: NumberStyle | undefined, value: string): boolean {
  return typeof style === 'object' && !style.plain && /^\d+$/.test(value) && value.length < style.zeros
}

function faultOf({ type, style, isFormula }: Cell, value: string): Text | null {
  if (type === 'd' || (type === 'n' && style === 'date' && value !== '')) return text('devices.spreadsheet_date')
  if (type === 'e' || (isFormula && type !== 'str' && value === '')) return text('devices.spreadsheet_formula')
  if (type === 'n' && hasOtherZeros(style, value)) return text('devices.spreadsheet_zeros', { value })
  return null
}

function textOf({ type, style }: Cell, value: string, strings: readonly string[]): string {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  return type === 'n' ? numberText(value, style) : value
}

/** Rows of a sheet that are not empty; formulas count with their last result. */
export async function readRows(read: ReadPart, part: string, { strings, styles, most }: Options): Promise<SheetLine[]> {
  const lines: SheetLine[] = []
  const collected = collectText(['v', 't'])
  let row: { line: number; cells: string[]; faults?: Map<number, Text> } = { line: 0, cells: [] }
  let column = -1
  let cell: Cell = { type: 'n', style: undefined, isFormula: false }
  let characters = 0

  const isFull = () => lines.length >= most + 2
  const isEmpty = () => !row.faults && isBlankRow(row.cells)

  function addCell() {
    const value = collected.take()
    if (column >= mostColumns) return
    const content = textOf(cell, value, strings)
    characters += content.length
    if (characters > mostCharacters) throw new SheetFault(text('devices.file_too_complex'))
    // The database cannot store NUL.
    if (content.includes('\0')) throw new SheetFault(text('devices.file_encoding'))
    while (row.cells.length < column) row.cells.push('')
    row.cells[column] = content
    const fault = faultOf(cell, value)
    if (fault === null) return
    row.faults ??= new Map()
    row.faults.set(column, fault)
  }

  await read(part, {
    open(name, { r = '', s = '', t = 'n' }) {
      collected.open(name)
      if (name === 'row') {
        row = { line: lineOf(r, row.line + 1), cells: [] }
        column = -1
      } else if (name === 'c') {
        column = r === '' ? column + 1 : Math.max(columnOf(r), 0)
        cell = { type: t, style: styles.get(Number(s)), isFormula: false }
      } else if (name === 'f') cell.isFormula = true
    },
    text: collected.text,
    close(name) {
      collected.close(name)
      if (name === 'c') addCell()
      if (name === 'row' && !isFull() && !isEmpty()) lines.push(row)
    },
    done: isFull,
  })
  return lines
}
