import type { ApiOperation } from '@longreach/contract/configs/document-endpoints'
import { hiddenValue } from '@longreach/contract/configs/secrets'

/** Maximum number of fields that the server lists of an operation; at this number there may be more. */
const mostFields = 300

/** Request data to start from, and whether secrets had to be left out of it. */
export interface CurrentData {
  text: string
  hidden: boolean
}

/**
 * Converts the values of a device to request data of an operation: without secrets, which are hidden, and without
 * fields that the operation does not have. Where the operation takes one item, the first of several is used.
 */
export function currentData(values: unknown, { fields }: Pick<ApiOperation, 'fields'>): CurrentData {
  const names = fields.map(({ name }) => name)
  const below = (place: string, key = '') => (place === '' ? key : `${place}.${key}`)
  const hasFields = (place: string) => names.some((name) => name.startsWith(below(place)))
  let hidden = false

  function pick(value: unknown, place: string): unknown {
    if (Array.isArray(value)) return value.map((one) => pick(one, below(place, '0')))
    if (typeof value !== 'object' || value === null) return value
    const isDescribed = names.length < mostFields && hasFields(place)
    const kept = Object.entries(value).flatMap(([key, one]) => {
      const own = below(place, key)
      if (isDescribed && !names.includes(own)) return []
      if (one !== hiddenValue) return [[key, pick(one, own)]]
      hidden = true
      return []
    })
    return Object.fromEntries(kept)
  }

  const wraps = names.length === 0 || names.includes('data')
  const place = wraps ? 'data' : ''
  const isOne = hasFields(place) && !hasFields(below(place, '0'))
  const data = pick((Array.isArray(values) && isOne ? values[0] : values) ?? {}, place)
  return { text: JSON.stringify(wraps ? { data } : data, null, 2), hidden }
}
