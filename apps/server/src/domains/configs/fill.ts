import { type ConfigCall, configCalls, isApiCall, variablePattern } from '@longreach/contract/configs/calls'
import { type Text, text } from '@longreach/contract/i18n'

/** Values by the names of variables. */
export type Values = Readonly<Record<string, string>>

/** Calls with the values of a device filled in, or the reason why that is impossible. */
export function fillCalls(calls: readonly ConfigCall[], values: Values): ConfigCall[] | { fault: Text } {
  const missing = new Set<string>()
  const fill = (part: string) =>
    part.replace(variablePattern, (_, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      if (!value) missing.add(name)
      return value ?? ''
    })
  const filled = calls.map((call) => ({
    ...call,
    // In an address of the API a value is always one part, whatever characters it has.
    path: isApiCall(call) ? call.path.replace(variablePattern, (one) => encodePart(fill(one))) : fill(call.path),
    ...(call.query_parameters && {
      query_parameters: call.query_parameters.map(({ key, value }) => ({ key, value: fill(value) })),
    }),
    ...(call.request_data && {
      request_data: Object.fromEntries(
        Object.entries(call.request_data).map(([name, value]) => [name, fillValue(value, fill)]),
      ),
    }),
  }))
  if (missing.size > 0) return { fault: text('configs.missing_variables', { names: [...missing].join(', ') }) }
  // Values come from files and devices: a line break in one would start another line.
  const valid = configCalls.safeParse(filled)
  if (valid.success) return valid.data
  const [issue] = valid.error.issues
  return { fault: text('configs.filled', { number: Number(issue?.path[0] ?? 0) + 1, reason: issue?.message ?? '' }) }
}

type Value = NonNullable<ConfigCall['request_data']>[string]

const encodePart = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

function fillValue<Part>(value: Part, fill: (part: string) => string): Part
function fillValue(value: Value, fill: (part: string) => string): unknown {
  if (typeof value === 'string') return fill(value)
  if (Array.isArray(value)) return value.map((one) => fillValue(one, fill))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillValue(one, fill)]))
}
