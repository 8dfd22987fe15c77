import type { AnyEndpoint } from '@longreach/contract/endpoint'

interface Row {
  readonly [field: string]: unknown
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Paths that are not of the device's own API. */
const other = /^\/(api|uci|files)(\/|$)/

const prefixed = (path: unknown) =>
  typeof path === 'string' && !other.test(path) ? `/api/${path.replace(/^\//, '')}` : path

/**
 * A call of the device's API as RMS writes it: its path without `/api`, parameters in braces among those of the query,
 * the method in small letters.
 */
function deviceCall(given: unknown): unknown {
  if (!isRow(given)) return given
  const { path, query_parameters: parameters, method, ...rest } = given
  let filled = prefixed(path)
  const left = Array.isArray(parameters)
    ? parameters.filter((one) => {
        const { key, value } = isRow(one) ? one : {}
        if (typeof filled !== 'string' || typeof key !== 'string' || typeof value !== 'string') return true
        const place = `{${key}}`
        if (!filled.includes(place)) return true
        filled = filled.replace(place, encodeURIComponent(value))
        return false
      })
    : parameters
  const hasLeft = left !== undefined && !(Array.isArray(left) && left.length === 0)
  return {
    ...rest,
    ...('path' in given ? { path: filled } : {}),
    ...('method' in given ? { method: typeof method === 'string' ? method.toUpperCase() : method } : {}),
    ...(hasLeft ? { query_parameters: left } : {}),
  }
}

const deviceCalls = (calls: unknown) => (Array.isArray(calls) ? calls.map(deviceCall) : calls)

const inField = (field: string) => (body: Row) => ({ ...body, [field]: deviceCalls(body[field]) })

/** Calls of which each names its devices, as calls for these devices if they are the same. */
function configuration({ configuration: given, ...body }: Row): Row {
  if (!Array.isArray(given) || !given.every(isRow)) return inField('calls')(body)
  const devices = given.map(({ device_id: ids }) => [ids].flat().filter((id) => id !== undefined))
  const same = devices.every((ids) => JSON.stringify(ids) === JSON.stringify(devices[0]))
  // Left as it is, each call would go to the devices of all.
  if (!same) return { ...body, configuration: given }
  const [ids = []] = devices
  const calls = deviceCalls(given.map(({ device_id: _ids, ...call }) => call))
  return { ...body, ...(ids.length > 0 ? { device_id: ids } : {}), calls }
}

/** Bodies that programs write in another form, by the name of the call. */
const forms: Readonly<Record<string, (body: Row) => Row>> = {
  'actions.cancel': ({ devices, ...body }) => (devices === undefined ? body : { device_id: devices, ...body }),
  'configs.read_values': inField('endpoints'),
  'configs.preview': configuration,
  'configs.configure': configuration,
  'configs.create_template': inField('template'),
  'configs.update_template': inField('template'),
}

export function bodyOf({ name }: AnyEndpoint, body: unknown): unknown {
  return isRow(body) && Object.hasOwn(forms, name) ? forms[name]!(body) : body
}
