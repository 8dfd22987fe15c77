import type { CsvSeparator } from '@longreach/contract/separator'

/**
 * The sign of a formula at the start of a cell: at the start of the field, or after a separator at which a spreadsheet
 * of another country splits, even behind space and quotes. Full-width signs count as well. The space contains no
 * separator, so that a long run of them is read once.
 */
const formulaSign = /(^|[;\t\r\n])([[\s"]--[\t\r\n]]*)(?=[=+\-@＝＋－＠])/gv
const apostrophe = /(^|[;\t\r\n])([[\s"]--[\t\r\n]]*)'(?='*[=+\-@＝＋－＠])/gv

/** An apostrophe before digits, with which spreadsheets keep a number as text. */
const numberMark = /^'(?='*\d\S*$)/
/** A text written as a formula, so that spreadsheets keep its zeros: `="0012"`. */
const textFormula = /^="((?:[^"]|"")*)"$/

/** Removes the marks of `csvField` from a text. */
export const withoutMark = (text: string) => text.replace(apostrophe, '$1$2')

/** Doubles apostrophes that would be mistaken for such marks when the file is read again. */
export const keepApostrophes = (text: string) => text.replace(apostrophe, "$1$2''")

/** A cell without all that marks it as text in a spreadsheet; no identifier starts with an apostrophe. */
export function withoutTextMarks(cell: string, isIdentifier: boolean): string {
  const [, formula] = textFormula.exec(cell) ?? []
  if (formula !== undefined) return formula.replaceAll('""', '"')
  return withoutMark(cell.replace(isIdentifier ? /^'/ : numberMark, ''))
}

/** Doubles apostrophes that `withoutTextMarks` would remove from a text. */
export const keepTextMarks = (text: string) => keepApostrophes(text).replace(numberMark, "''")

/**
 * One field: quoted if necessary (RFC 4180), and never executed as a formula by a spreadsheet, whatever a device's name
 * is. Numbers stay numbers.
 */
export function csvField(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = String(value)
  const safe = text.replace(formulaSign, "$1$2'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvLine(values: readonly unknown[], separator: CsvSeparator = ','): string {
  return `${values.map(csvField).join(separator)}\r\n`
}
