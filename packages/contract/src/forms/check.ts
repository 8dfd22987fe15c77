import * as z from 'zod/mini'
import {
  type CellField,
  type Form,
  isList,
  isNote,
  isText,
  type NumberField,
  type TableField,
  type ValueField,
} from './fields.ts'
import { fileProblem } from './files.ts'
import { formSchema } from './schema.ts'
import { type Can, isEmpty, shownFields, type Values } from './visible.ts'
import { words } from './words.ts'

type Body = Record<string, unknown>
type FileFacts = Parameters<typeof fileProblem>[1]
/** Messages by field; for a table by `<field>.<row>.<column>`. */
export type FieldErrors = Record<string, string>

/** A control's value in the form that is sent; undefined leaves it out. */
function read(field: ValueField | CellField, value: unknown): unknown {
  if (isList(field as ValueField)) return isEmpty(value) && !field.required ? undefined : (value ?? [])
  if (isText(field)) return readText(field, value)
  switch (field.type) {
    case 'number':
      return readNumber(field as NumberField, value)
    case 'checkbox':
      return field.trueValue === undefined ? value === true : value === true ? field.trueValue : field.falseValue
    case 'table':
      return ((value as Values[] | undefined) ?? []).map((row) => readRow(field, row))
    case 'item':
    case 'hidden':
    case 'multiselect':
      return isEmpty(value) ? (Array.isArray(value) && value.length === 0 ? [] : undefined) : value
    case 'datetime':
      return isEmpty(value) ? (field.clears ? null : undefined) : value
    default:
      return isEmpty(value) ? undefined : value
  }
}

function readText(field: Extract<ValueField, { type: 'text' | 'password' }> | ValueField, value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined
  const text = field.type === 'password' ? value : value.trim()
  return text === '' && !('clears' in field && field.clears) ? undefined : text
}

/** A control keeps a number as the typed text; a comma counts as a decimal point. */
export function readNumber({ clears, step = 1 }: Pick<NumberField, 'clears' | 'step'>, value: unknown): unknown {
  if (isEmpty(value)) return clears ? null : undefined
  if (typeof value !== 'string') return value
  return Number(Number.isInteger(step) ? value : value.replace(',', '.'))
}

function readRow({ columns }: TableField, row: Values): Body {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const value = read(column, row[column.key])
      return value === undefined ? [] : [[column.key, value]]
    }),
  )
}

/** The body of a form's call, without hidden and empty fields. */
export function readForm(form: Form, values: Values, can: Can): Body {
  const body: Body = {}
  for (const field of shownFields(form, values, can)) {
    if (isNote(field) || field.type === 'file') continue
    const value = read(field, values[field.key])
    if (value !== undefined) body[field.key] = value
  }
  return body
}

function filesProblem(field: Extract<ValueField, { type: 'file' }>, value: unknown): string | null {
  const files = ([value].flat() as (FileFacts | null | undefined)[]).filter((file) => file != null)
  if (files.length === 0) return field.required ? (field.missing ?? words.choose) : null
  return files.map((file) => fileProblem(field, file)).find((said) => said !== null) ?? null
}

/** The field that shows an issue at this place of the body. */
function placeOf(form: Form, path: readonly PropertyKey[]): string {
  const [first] = path
  const table = form.fields.some((field) => field.key === first && field.type === 'table')
  return table ? path.map(String).join('.') : String(first ?? '')
}

/** The errors that the server would return for these values, by field, or the body to send. */
export function checkForm(form: Form, values: Values, can: Can): { body: Body } | { errors: FieldErrors } {
  const shown = shownFields(form, values, can)
  const body = readForm(form, values, can)
  const errors: FieldErrors = {}
  for (const field of shown) {
    const said = field.type === 'file' ? filesProblem(field, values[field.key]) : null
    if (said !== null) errors[field.key] = said
  }
  const parsed = z.safeParse(formSchema({ ...form, fields: shown.map(unconditional) }), body)
  for (const issue of parsed.error?.issues ?? []) errors[placeOf(form, issue.path)] ??= issue.message
  return Object.keys(errors).length > 0 ? { errors } : { body }
}

/** The field without its conditions: once shown, it is required as declared. */
function unconditional<F extends Form['fields'][number]>({ depends: _, permission: __, ...field }: F): F {
  return field as F
}
