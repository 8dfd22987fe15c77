import type { AnyEndpoint } from './endpoint.ts'
import { endpointModules } from './endpoint-modules.ts'

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value

const keyOf = ({ path, method }: AnyEndpoint) => `${path} ${method}`

/** Every call of the API by path. The server refuses to start if one of them is not mounted. */
export const endpoints: readonly AnyEndpoint[] = endpointModules
  .flatMap((one) => Object.values(one).filter(isEndpoint))
  .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
