import { jsonArgument } from '@longreach/contract/link/escape'
import { fillAddress, fillData } from '@longreach/contract/tasks/variables'

/** Parts of an API request, in a task or a run. */
interface Request {
  method?: string | null | undefined
  path?: string | null | undefined
  query?: string | null | undefined
  body?: string | null | undefined
}

const address = /^\/api(?:\/[A-Za-z0-9_.~:@%+,-]+)+(?:\?[A-Za-z0-9_.~:@%+,&=-]*)?$/

/** Body of a request with the values of its variables; undefined if it has none. */
export const bodyOf = ({ body }: Request, values: Readonly<Record<string, string>>): unknown =>
  body ? fillData(JSON.parse(body), values) : undefined

/**
 * Argument of `api-call` (contract/link/commands.ts) for a request with the values of its variables; undefined if it is
 * not valid with these.
 */
export function requestLine(request: Request, values: Readonly<Record<string, string>>): string | undefined {
  const { method, path, query } = request
  const to = fillAddress(`${path ?? ''}${query ? `?${query}` : ''}`, values)
  const steps = to.split('?')[0]?.split('/') ?? []
  if (!address.test(to) || steps.some((step) => step === '.' || step === '..')) return undefined
  return `${method} ${to} ${jsonArgument(bodyOf(request, values))}`
}
