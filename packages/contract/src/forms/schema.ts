import * as z from 'zod/mini'
import { isEmailAddress } from '../email.ts'
import { text } from '../i18n.ts'
import { refs } from '../ids.ts'
import { escapeText } from '../link/escape.ts'
import { isImei, normaliseMac } from '../link/identity.ts'
import { linkLimits } from '../link/limits.ts'
import { oneLine } from '../text.ts'
import { timeText } from '../time-schemas.ts'
import {
  type Form,
  type FormBody,
  type HiddenField,
  type ItemField,
  isList,
  isText,
  type ListField,
  type NumberField,
  type Option,
  type TableField,
  type TextField,
  type ValueField,
  valueFields,
} from './fields.ts'
import { hasTwice, type Item, itemProblem } from './list.ts'
import { domainName, hasForbidden, ipv4, isHost, maskPattern } from './patterns.ts'
import { type Can, isEmpty, shownFields, type Values } from './visible.ts'
import { words } from './words.ts'

type Schema = z.ZodMiniType

/** Most ids of a field without its own limit. */
const mostIds = 1000

/** Message if the value is missing, or of another type. */
const typeError = (field: { missing?: string }, other: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? (field.missing ?? words.missing) : other,
})

type Check<T> = z.core.$ZodCheck<T>
const checked = <T extends Schema>(schema: T, checks: readonly Check<never>[]): T =>
  checks.length > 0 ? schema.check(...(checks as unknown as [Check<z.output<T>>])) : schema

const isPageAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const formats: Partial<Record<TextField['type'], readonly [(text: string) => boolean, string]>> = {
  email: [isEmailAddress, words.email],
  url: [isPageAddress, words.url],
  ip: [(text) => ipv4.test(text), words.ip],
  domain: [(text) => domainName.test(text), words.domain],
  host: [isHost, words.host],
  mac: [(text) => normaliseMac(text) !== null, words.mac],
  imei: [isImei, words.imei],
  // A character outside printable ASCII takes five bytes for each of its UTF-8 bytes on the line to the device.
  name: [(text) => !hasForbidden(text), words.name],
  command: [(text) => escapeText(text).length <= linkLimits.downCommandBytes, words.command],
}

/** Kinds of text that may have several lines. */
const multiline: readonly TextField['type'][] = ['textarea', 'password', 'command']

/** Their formats in the API document. */
const documented: Partial<Record<TextField['type'], string>> = { email: 'email', url: 'uri', ip: 'ipv4' }

function textSchema(field: TextField): Schema {
  const { type, minlength, maxlength, maxbytes, pattern, mask } = field
  const checks: Check<string>[] = []
  const add = (check: Check<string>) => void checks.push(check)
  // Empty text removes the stored value, whatever format other texts must have.
  const when = (fits: (text: string) => boolean, message: string) =>
    add(z.refine((text) => (text === '' && field.clears === true) || fits(text), message))
  if (type !== 'password') add(z.trim())
  if (field.required) add(z.minLength(1, field.missing ?? words.missing))
  if (minlength !== undefined) {
    if (!field.clears) add(z.minLength(minlength, words.tooShort(minlength)))
    else when((text) => text.length >= minlength, words.tooShort(minlength))
  }
  if (maxlength !== undefined) add(z.maxLength(maxlength, words.tooLong(maxlength)))
  if (maxbytes !== undefined)
    add(z.refine((text) => new TextEncoder().encode(text).length <= maxbytes, words.tooManyBytes(maxbytes)))
  if (!multiline.includes(type)) add(oneLine())
  if (pattern !== undefined) {
    const whole = new RegExp(`^(?:${pattern})$`, 'u')
    when((text) => whole.test(text), field.patternText ?? words.pattern)
  }
  if (mask !== undefined) when((text) => maskPattern(mask).test(text), words.mask(mask))
  const format = formats[type]
  if (format) when(format[0], field.patternText ?? format[1])
  if (type === 'mac') add(z.overwrite((text) => normaliseMac(text) ?? text))
  const schema = checked(z.string(typeError(field, words.text)), checks)
  const documentedAs = documented[type]
  return documentedAs ? schema.register(z.globalRegistry, { format: documentedAs }) : schema
}

/** A name that users give to an object, for calls whose body is not that of a form. */
export const nameText = (maxlength: number) =>
  textSchema({ key: 'name', type: 'name', label: '', required: true, maxlength }) as z.ZodMiniType<string, string>

function numberSchema(field: NumberField): Schema {
  const { min, max, also, rangeText, step = 1 } = field
  const other = typeError(field, Number.isInteger(step) ? words.whole : words.number)
  // Integers beyond 2^53 are not exact, so they only get the error for the range.
  const error = (issue: { code?: string; input?: unknown }) =>
    issue.code === 'too_big' || issue.code === 'too_small'
      ? (rangeText ?? words.tooBig(max ?? Number.MAX_SAFE_INTEGER))
      : other.error(issue)
  const base = Number.isInteger(step) ? z.int({ error, abort: true }) : z.number(other)
  const unless = (fits: (value: number) => boolean, message: string) =>
    z.refine((value) => value === also || fits(value as number), message)
  const schema = checked(base, [
    ...(min === undefined ? [] : [unless((value) => value >= min, rangeText ?? words.tooSmall(min))]),
    ...(max === undefined ? [] : [unless((value) => value <= max, rangeText ?? words.tooBig(max))]),
    ...(step === 1 || step === 'any' ? [] : [unless((value) => isStep(value, min ?? 0, step), words.step(step))]),
  ])
  return field.clears ? z.nullable(schema) : schema
}

/** Allows for rounding: 0.1 + 0.2 is a multiple of 0.1, apart from its last binary digit. */
function isStep(value: number, from: number, step: number): boolean {
  const steps = (value - from) / step
  return Math.abs(steps - Math.round(steps)) < 1e-6
}

/** Checks the number of items; at least one if required. */
function countChecks(field: { required?: true; missing?: string }, least: number, most: number): Check<unknown[]>[] {
  return [
    ...(field.required ? [z.minLength(1, field.missing ?? words.missing)] : []),
    ...(least > 1 ? [z.minLength(least, words.tooFew(least))] : []),
    z.maxLength(most, words.tooMany(most)),
  ]
}

function idSchema(field: ItemField | HiddenField): Schema {
  const error = typeError(field, words.choose)
  const plain = z.int(error).check(z.minimum(field.zero ? 0 : 1, words.choose))
  const one = field.ref ? plain.register(refs, { ref: field.ref }) : plain
  if (!field.many) return one
  return checked(z.array(one, error), countChecks(field, 0, field.maxItems ?? mostIds))
}

function listSchema(field: ListField): Schema {
  const base: Schema = field.type === 'number' ? z.number(words.number) : z.string(words.text).check(z.trim())
  const item = base.check(
    z.check(({ value, issues }) => {
      const problem = itemProblem(field, value as Item)
      if (problem !== null) issues.push({ code: 'custom', message: words.item(value, problem), input: value })
    }),
  )
  return checked(z.array(item, typeError(field, words.missing)), [
    ...countChecks(field, 0, field.maxItems ?? mostIds),
    z.refine((items) => !hasTwice(field, items as Item[]), words.twice),
  ])
}

const optionSchema = (options: readonly Option[], field: ValueField): Schema =>
  z.literal(options.map(({ value }) => value) as [string], typeError(field, words.choose))

function tableSchema(field: TableField): Schema {
  const row = z.object(Object.fromEntries(field.columns.map((column) => [column.key, fieldSchema(column)])))
  return checked(
    z.array(row, typeError(field, words.missing)),
    countChecks(field, field.minItems ?? 0, field.maxItems ?? 100),
  )
}

/** The schema of one field's value in the body. */
function plainSchema(field: ValueField): Schema {
  if (isList(field)) return listSchema(field)
  if (isText(field)) return textSchema(field)
  switch (field.type) {
    case 'number':
      return numberSchema(field)
    case 'checkbox':
      return field.trueValue === undefined
        ? z.boolean(typeError(field, words.choose))
        : z.literal([field.trueValue, field.falseValue as string], typeError(field, words.choose))
    case 'select':
    case 'radio':
      return optionSchema(field.options, field)
    case 'multiselect':
      return checked(
        z.array(optionSchema(field.options, field), typeError(field, words.choose)),
        countChecks(field, 0, field.maxItems ?? mostIds),
      )
    case 'item':
    case 'hidden':
      return idSchema(field)
    case 'table':
      return tableSchema(field)
    case 'color':
      return z
        .string(typeError(field, words.color))
        .check(z.trim(), z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, words.color))
    case 'datetime':
      return field.clears ? z.nullable(timeText()) : timeText()
    default:
      return z.unknown()
  }
}

const always = (field: ValueField) => field.depends === undefined && field.permission === undefined

function fieldSchema(field: ValueField): Schema {
  const schema = plainSchema(field)
  return field.required && always(field) ? schema : z.optional(schema)
}

/** No field is hidden from the server: the domain checks which fields the caller may send. */
const anyone: Can = () => true

/** The body of a form's call, with further fields of the call in `more`. Files are sent separately. */
export function formSchema<F extends Form>(form: F): z.ZodMiniType<FormBody<F>, FormBody<F, string>>
export function formSchema<F extends Form, More extends z.core.$ZodShape>(
  form: F,
  more: More,
): z.ZodMiniType<FormBody<F> & z.output<z.ZodMiniObject<More>>, FormBody<F, string> & z.input<z.ZodMiniObject<More>>>
export function formSchema(form: Form, more: z.core.$ZodShape = {}): Schema {
  const fields = valueFields(form).filter(({ type }) => type !== 'file')
  const shape = Object.fromEntries(fields.map((field) => [field.key, fieldSchema(field)]))
  const demands = fields
    .filter((field) => field.required && !always(field) && field.permission === undefined)
    .map((field) =>
      z.refine((body) => !isEmpty((body as Values)[field.key]) || !isShown(form, field, body as Values), {
        path: [field.key],
        error: field.missing ?? words.missing,
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
    )
  return checked(z.object({ ...shape, ...more }), demands)
}

/** Fields of a form for a call that also takes others; each may be omitted. */
export function optionalFields<F extends Form>(form: F) {
  const shape = Object.fromEntries(valueFields(form).map((field) => [field.key, z.optional(plainSchema(field))]))
  return shape as unknown as {
    [Key in keyof FormBody<F>]-?: z.ZodMiniOptional<z.ZodMiniType<FormBody<F>[Key], FormBody<F, string>[Key]>>
  }
}

/** Fields of a form for a call that also takes others, required where the form requires them. */
export function formFields<F extends Form>(form: F) {
  const shape = Object.fromEntries(valueFields(form).map((field) => [field.key, fieldSchema(field)]))
  return shape as unknown as {
    [Key in keyof FormBody<F>]-?: undefined extends FormBody<F>[Key]
      ? z.ZodMiniOptional<z.ZodMiniType<FormBody<F>[Key], FormBody<F, string>[Key]>>
      : z.ZodMiniType<FormBody<F>[Key], FormBody<F, string>[Key]>
  }
}

/** The body of a change: omitted fields stay as they are, and at least one is required. */
export function changeSchema<F extends Form>(form: F) {
  return z
    .object(optionalFields(form))
    .check(
      z.refine((change) => Object.keys(change).length > 0, { error: text('forms.no_change') }),
    ) as unknown as z.ZodMiniType<Partial<FormBody<F>>, Partial<FormBody<F, string>>>
}

const isShown = (form: Form, field: ValueField, body: Values) => shownFields(form, body, anyone).includes(field)
