import * as z from 'zod/mini'
import { isEmailAddress } from '../email.ts'
import { text } from '../i18n.ts'
import { refs } from '../ids.ts'
import { oneLine } from '../text.ts'
import { timeText } from '../time.ts'
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
import { domainName, ipv4, maskPattern } from './patterns.ts'
import { type Can, isEmpty, shownFields, type Values } from './visible.ts'
import { words } from './words.ts'

type Schema = z.ZodMiniType

/** Default maximum of items. */
const mostIds = 1000

/** The message for a missing value, or one of another type. */
const messageOf = (field: { missing?: string }, other: string) => ({
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
}

/** Descriptions for the API document. */
const documented: Partial<Record<TextField['type'], string>> = { email: 'email', url: 'uri', ip: 'ipv4' }

function textSchema(field: TextField): Schema {
  const { type, minlength, maxlength, pattern, mask } = field
  const secret = type === 'password'
  const checks: Check<string>[] = []
  const add = (check: Check<string>) => void checks.push(check)
  // A field that is cleared by sending nothing has no format then.
  const when = (fits: (text: string) => boolean, said: string) =>
    add(z.refine((text) => (text === '' && field.clears === true) || fits(text), said))
  if (!secret) add(z.trim())
  if (field.required) add(z.minLength(1, field.missing ?? words.missing))
  if (minlength !== undefined) {
    if (!field.clears) add(z.minLength(minlength, words.tooShort(minlength)))
    else when((text) => text.length >= minlength, words.tooShort(minlength))
  }
  if (maxlength !== undefined) add(z.maxLength(maxlength, words.tooLong(maxlength)))
  if (!secret && type !== 'textarea') add(oneLine())
  if (pattern !== undefined) {
    const whole = new RegExp(`^(?:${pattern})$`, 'u')
    when((text) => whole.test(text), field.patternText ?? words.pattern)
  }
  if (mask !== undefined) when((text) => maskPattern(mask).test(text), words.mask(mask))
  const format = formats[type]
  if (format) when(format[0], field.patternText ?? format[1])
  const schema = checked(z.string(messageOf(field, words.text)), checks)
  const said = documented[type]
  return said ? schema.register(z.globalRegistry, { format: said }) : schema
}

function numberSchema(field: NumberField): Schema {
  const { min, max, step = 1 } = field
  const whole = Number.isInteger(step)
  const base = whole ? z.int(messageOf(field, words.whole)) : z.number(messageOf(field, words.number))
  return checked(base, [
    ...(min === undefined ? [] : [z.minimum(min, words.tooSmall(min))]),
    ...(max === undefined ? [] : [z.maximum(max, words.tooBig(max))]),
    ...(step === 1 ? [] : [z.refine((value) => isStep(value as number, min ?? 0, step), words.step(step))]),
  ])
}

/** 0.1 + 0.2 is a step of 0.1, despite binary rounding. */
function isStep(value: number, from: number, step: number): boolean {
  const steps = (value - from) / step
  return Math.abs(steps - Math.round(steps)) < 1e-6
}

/** How many there may be, and at least one if required. */
function countChecks(field: { required?: true; missing?: string }, least: number, most: number): Check<unknown[]>[] {
  return [
    ...(field.required ? [z.minLength(1, field.missing ?? words.missing)] : []),
    ...(least > 1 ? [z.minLength(least, words.tooFew(least))] : []),
    z.maxLength(most, words.tooMany(most)),
  ]
}

function idSchema(field: ItemField | HiddenField): Schema {
  const said = messageOf(field, words.choose)
  const plain = z.int(said).check(z.minimum(field.zero ? 0 : 1, words.choose))
  const one = field.ref ? plain.register(refs, { ref: field.ref }) : plain
  if (!field.many) return one
  return checked(z.array(one, said), countChecks(field, 0, field.maxItems ?? mostIds))
}

function listSchema(field: ListField): Schema {
  const base: Schema = field.type === 'number' ? z.number(words.number) : z.string(words.text).check(z.trim())
  const item = base.check(
    z.check(({ value, issues }) => {
      const said = itemProblem(field, value as Item)
      if (said !== null) issues.push({ code: 'custom', message: words.item(value, said), input: value })
    }),
  )
  return checked(z.array(item, messageOf(field, words.missing)), [
    ...countChecks(field, 0, field.maxItems ?? mostIds),
    z.refine((items) => !hasTwice(field, items as Item[]), words.twice),
  ])
}

const chosenSchema = (options: readonly Option[], field: ValueField): Schema =>
  z.literal(options.map(({ value }) => value) as [string], messageOf(field, words.choose))

function tableSchema(field: TableField): Schema {
  const row = z.object(Object.fromEntries(field.columns.map((column) => [column.key, fieldSchema(column)])))
  return checked(
    z.array(row, messageOf(field, words.missing)),
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
        ? z.boolean(messageOf(field, words.choose))
        : z.literal([field.trueValue, field.falseValue as string], messageOf(field, words.choose))
    case 'select':
    case 'radio':
      return chosenSchema(field.options, field)
    case 'multiselect':
      return checked(
        z.array(chosenSchema(field.options, field), messageOf(field, words.choose)),
        countChecks(field, 0, field.maxItems ?? mostIds),
      )
    case 'item':
    case 'hidden':
      return idSchema(field)
    case 'table':
      return tableSchema(field)
    case 'color':
      return z
        .string(messageOf(field, words.color))
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

/** The form hides fields by permission; on the server the domain checks it. */
const anyone: Can = () => true

/** The body of a form's call. Files are sent beside it. */
export function formSchema<F extends Form>(form: F) {
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
  return checked(z.object(shape), demands) as unknown as z.ZodMiniType<FormBody<F>, FormBody<F, string>>
}

/** The fields of a form for a call with further ones; all of them optional. */
export function optionalFields<F extends Form>(form: F) {
  const shape = Object.fromEntries(valueFields(form).map((field) => [field.key, z.optional(plainSchema(field))]))
  return shape as unknown as {
    [Key in keyof FormBody<F>]-?: z.ZodMiniOptional<z.ZodMiniType<FormBody<F>[Key], FormBody<F, string>[Key]>>
  }
}

/** The same, required as in the form. */
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
