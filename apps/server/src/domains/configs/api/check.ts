import type { ConfigCall } from '@longreach/contract/configs/calls'
import { type Text, text } from '@longreach/contract/i18n'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { Definition, Operation } from './operations.ts'
import { regExp, SlowPattern, withinTime } from './patterns.ts'

/** A call with any method; ConfigCall only has those that change something. */
export type ApiCall = Omit<ConfigCall, 'method'> & { method: string }

/** Most faults listed for one call. */
const mostFaults = 20

// Only the values described by a document matter: unknown keywords and formats are no fault of a call.
const options = { strict: false, allErrors: true, validateSchema: false, logger: false, code: { regExp } } as const
const withFormats = (ajv: Ajv): Ajv => {
  formats.default(ajv)
  return ajv
}

/** Compiled schemas for the calls of one operation. */
export interface Checker {
  operation: Operation
  /** Undefined if a schema of the document cannot be used. */
  parameters: ValidateFunction | undefined
  body: ValidateFunction | undefined
  /** True if patterns must be kept from running too long. */
  hasPatterns: boolean
  /** The pattern that ran too long: nothing is checked any more. */
  slow?: string
}

function compile(ajv: Ajv, schema: object): ValidateFunction | undefined {
  try {
    return ajv.compile(schema)
  } catch {
    return undefined
  }
}

/** Takes some milliseconds for a large schema. */
export function createChecker(operation: Operation): Checker {
  const { parameters, body, definitions } = operation.definition
  const ofParameters = {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    definitions,
  }
  return {
    operation,
    // All values in an address are text.
    parameters: compile(withFormats(new Ajv({ ...options, coerceTypes: 'array' })), ofParameters),
    body: body ? compile(withFormats(new Ajv(options)), { allOf: [body.schema], definitions }) : undefined,
    hasPatterns: JSON.stringify(operation.definition).includes('"pattern":'),
  }
}

const dotted = (instancePath: string): string =>
  instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')

type Params = Readonly<Record<string, unknown>>

/** Text for an error of ajv. It never contains the value itself, which may be a secret. */
function faultOf({ keyword, instancePath, params, message = '' }: ErrorObject): Text {
  const name = dotted(instancePath) || 'request_data'
  const given = params as Params
  const below = (key: string) => [dotted(instancePath), String(given[key])].filter(Boolean).join('.')
  const limit = String(given.limit)
  switch (keyword) {
    case 'required':
      return text('configs.field_required', { name: below('missingProperty') })
    case 'additionalProperties':
      return text('configs.field_unknown', { name: below('additionalProperty') })
    case 'type':
      return text('configs.field_type', { name, type: [given.type].flat().join(', ') })
    case 'enum':
      return text('configs.field_enum', { name, values: (given.allowedValues as unknown[]).slice(0, 20).join(', ') })
    case 'const':
      return text('configs.field_enum', { name, values: String(given.allowedValue) })
    case 'minLength':
      return text('configs.field_shorter', { name, count: Number(limit) })
    case 'maxLength':
      return text('configs.field_longer', { name, count: Number(limit) })
    case 'minimum':
    case 'exclusiveMinimum':
      return text('configs.field_smaller', { name, limit })
    case 'maximum':
    case 'exclusiveMaximum':
      return text('configs.field_larger', { name, limit })
    case 'pattern':
      return text('configs.field_pattern', { name, pattern: String(given.pattern) })
    case 'format':
      return text('configs.field_format', { name, format: String(given.format) })
    default:
      return text('configs.field_fault', { name, reason: message })
  }
}

/** Errors of combining keywords only say that no alternative fits; the alternatives have their own errors. */
const isSummary = ({ keyword }: ErrorObject): boolean => ['allOf', 'anyOf', 'oneOf', 'if', 'not'].includes(keyword)

function faultsOf(errors: readonly ErrorObject[] | null | undefined): Text[] {
  const all = errors ?? []
  const parts = all.filter((error) => !isSummary(error))
  return [...new Set((parts.length > 0 ? parts : all).map(faultOf))]
}

/** Reasons, line by line, why a call does not match its operation; `path` has the values of its path parameters. */
export function checkCall(checker: Checker, call: ApiCall, path: Readonly<Record<string, string>>): Text[] {
  const slow = () => [text('configs.api_slow', { path: call.path, pattern: checker.slow ?? '' })]
  if (checker.slow !== undefined) return slow()
  try {
    return [...parameterFaults(checker, call, path), ...bodyFaults(checker, call)].slice(0, mostFaults)
  } catch (error) {
    if (!(error instanceof SlowPattern)) throw error
    checker.slow = error.pattern
    return slow()
  }
}

const isValid = ({ hasPatterns }: Checker, validate: ValidateFunction, data: unknown): boolean =>
  hasPatterns ? withinTime(() => validate(data) as boolean) : (validate(data) as boolean)

function parameterFaults(checker: Checker, call: ApiCall, path: Readonly<Record<string, string>>) {
  const { operation, parameters } = checker
  const known = operation.definition.parameters
  const given = call.query_parameters ?? []
  const ofQuery = known.filter((one) => one.in === 'query')
  const faults = [
    ...given
      .filter(({ key }) => !ofQuery.some(({ name }) => name === key))
      .map(({ key }) => text('configs.api_unknown_parameter', { name: key })),
    ...ofQuery
      .filter(({ name, required }) => required && !given.some(({ key }) => key === name))
      .map(({ name }) => text('configs.api_parameter', { name })),
  ]
  if (!parameters) return [...faults, text('configs.api_schema', { name: call.path })]
  const values = { ...path, ...Object.fromEntries(given.map(({ key, value }) => [key, value])) }
  return isValid(checker, parameters, values) ? faults : [...faults, ...faultsOf(parameters.errors)]
}

function bodyFaults(checker: Checker, { path, request_data, content_type }: ApiCall): Text[] {
  const { operation, body } = checker
  const described: Definition['body'] = operation.definition.body
  if (!described) return request_data && Object.keys(request_data).length > 0 ? [text('configs.api_no_body')] : []
  const type = content_type ?? 'application/json'
  if (described.types.length > 0 && !described.types.some((one) => one.startsWith(type)))
    return [text('configs.api_type', { path, type })]
  if (request_data === undefined) return described.required ? [text('configs.api_body')] : []
  if (!body) return [text('configs.api_schema', { name: path })]
  return isValid(checker, body, request_data) ? [] : faultsOf(body.errors)
}
