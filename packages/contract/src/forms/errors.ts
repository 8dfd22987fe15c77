import type { ErrorItem } from '../errors.ts'
import { text } from '../i18n.ts'
import type { FieldErrors } from './check.ts'
import type { Field, Form } from './fields.ts'

/** Codes of a challenge: the server asks for another proof of identity, or refused the given one. */
export const mfaCodes = { required: 'MFA_REQUIRED', refused: 'CONFIRMATION_FAILED' } as const

/** `devices.csv/12/serial`: a file, a line of it, and the column in that line. */
const inFile = /^(.+)[/.](\d+)[/.]([^/.]+)$/

export interface SplitErrors {
  /** By key of a field or group; for a table by `<field>.<row>.<column>`. */
  byField: FieldErrors
  /** Errors of the form as a whole. */
  general: string[]
}

const keysOf = (field: Field): readonly string[] =>
  field.type === 'table' ? field.columns.map(({ key }) => key) : [field.key]

/** `email.2` and `data.0.mac` are about `email` and `mac`; in a table about the cell. */
function keyOf({ fields, groups }: FormParts, source: string): string | null {
  const parts = source.split('.')
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  const row = parts.find((part) => /^\d+$/.test(part))
  const own = fields.find(({ key, type }) => key === first && (type !== 'table' || parts.length === 1))
  if (own && first !== 'id') return first
  const table = fields.find((field) => field.type === 'table' && keysOf(field).includes(last))
  if (table && row !== undefined) return `${table.key}.${row}.${last}`
  if (groups && first in groups) return first
  return last !== 'id' && fields.some(({ key }) => key === last) ? last : null
}

/** Errors of a field that is not shown go to its group, or to the form if nothing of the group is shown. */
function visiblePlace({ fields }: FormParts, key: string, shown: readonly Field[]): string | null {
  const [name] = key.split('.')
  const field = fields.find((one) => one.key === name)
  if (field && field.type !== 'hidden' && shown.includes(field)) return key
  const group = field ? field.group : name
  return group !== undefined && shown.some((one) => one.group === group) ? group : null
}

type FormParts = Pick<Form, 'fields' | 'groups'>

/** Assigns the errors of a response to fields, groups, or the form as a whole. */
export function splitFormErrors(
  form: FormParts,
  errors: readonly ErrorItem[],
  shown: readonly Field[] = form.fields,
): SplitErrors {
  const byField: FieldErrors = {}
  const general: string[] = []
  const file = form.fields.find(({ type }) => type === 'file')
  for (const { code, message, source } of errors) {
    // The session is refreshed or ended elsewhere.
    if (code === 'UNAUTHORIZED') continue
    const line = file && source !== null ? inFile.exec(source) : null
    if (file && line) {
      const [, name = '', number = '', column = ''] = line
      byField[file.key] ??= text('forms.in_file', { message, file: name, line: number, column })
      continue
    }
    const key = source === null ? null : keyOf(form, source)
    const place = key === null ? null : visiblePlace(form, key, shown)
    if (place === null) general.push(message)
    else byField[place] ??= message
  }
  return { byField, general: [...new Set(general)] }
}
