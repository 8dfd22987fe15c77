import { jsonArgument } from '@longreach/contract/link/escape'
import { fillAddress, fillData } from '@longreach/contract/tasks/variables'

/** The parts of an API request, of a task or of a run. */
interface Request {
  method?: string | null | undefined
  path?: string | null | undefined
  query?: string | null | undefined
  body?: string | null | undefined
}

const address = /^\/api(?:\/[A-Za-z0-9_.~:@%+,-]+)+(?:\?[A-Za-z0-9_.~:@%+,&=-]*)?$/

/** The body of a request with the values of its variables; undefined for none. */
export const bodyOf = ({ body }: Request, values: Readonly<Record<string, string>>): unknown =>
  body ? fillData(JSON.parse(body), values) : undefined

/**
 * The argument of `api-call` (contract/link/commands.ts) for a request with the values of its variables; undefined if it is
 * none with these.
 */
export function requestLine(request: Request, values: Readonly<Record<string, string>>): string | undefined {
  const { method, path, query } = request
  const to = fillAddress(`${path ?? ''}${query ? `?${query}` : ''}`, values)
  const steps = to.split('?')[0]?.split('/') ?? []
  if (!address.test(to) || steps.some((step) => step === '.' || step === '..')) return undefined
  return `${method} ${to} ${jsonArgument(bodyOf(request, values))}`
}
