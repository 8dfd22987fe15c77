import type { ErrorItem } from '../errors.ts'
import { text } from '../i18n.ts'
import type { FieldErrors } from './check.ts'
import type { Field, Form } from './fields.ts'

/** Codes by which the server requires another proof of identity. */
export const mfaCodes = { required: 'MFA_REQUIRED', refused: 'CONFIRMATION_FAILED' } as const

/** `devices.csv/12/serial`: a file, a line of it, and the column. */
const inFile = /^(.+)[/.](\d+)[/.]([^/.]+)$/

interface Split {
  byField: FieldErrors
  general: string[]
}

const keysOf = (field: Field): readonly string[] =>
  field.type === 'table' ? field.columns.map(({ key }) => key) : [field.key]

/** `email.2` and `data.0.mac` belong to `email` and `mac`; in a table to the cell. */
function fieldOf(form: Pick<Form, 'fields'>, source: string): string | null {
  const parts = source.split('.')
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  const row = parts.find((part) => /^\d+$/.test(part))
  const own = form.fields.find(({ key, type }) => key === first && (type !== 'table' || parts.length === 1))
  if (own && first !== 'id') return first
  const table = form.fields.find((field) => field.type === 'table' && keysOf(field).includes(last))
  if (table && row !== undefined) return `${table.key}.${row}.${last}`
  return last !== 'id' && form.fields.some(({ key }) => key === last) ? last : null
}

/** Where each error of a rejected form is shown. */
export function splitFormErrors(form: Pick<Form, 'fields'>, errors: readonly ErrorItem[]): Split {
  const byField: FieldErrors = {}
  const general: string[] = []
  const file = form.fields.find(({ type }) => type === 'file')
  for (const { code, message, source } of errors) {
    // Handled elsewhere: the session is refreshed or ended.
    if (code === 'UNAUTHORIZED') continue
    const place = source === null ? null : fieldOf(form, source)
    const line = file && source !== null ? inFile.exec(source) : null
    if (file && line)
      byField[file.key] ??= text('forms.in_file', {
        message,
        file: line[1] ?? '',
        line: line[2] ?? '',
        column: line[3] ?? '',
      })
    else if (place !== null) byField[place] ??= message
    else general.push(message)
  }
  return { byField, general: [...new Set(general)] }
}
