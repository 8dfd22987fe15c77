import {
  type ApiDocument,
  type ApiOperation,
  listApiDocuments,
  listApiOperations,
} from '@longreach/contract/configs/document-endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const documentsQuery = () =>
  queryOptions({
    queryKey: ['api-documents'],
    queryFn: async ({ signal }) => (await call(listApiDocuments, {}, signal)).data,
  })

/** Operations of the APIs of these systems that match all words. */
export const operationsQuery = (systems: readonly ApiDocument['system'][], words: string) =>
  queryOptions({
    queryKey: ['api-documents', 'operations', systems, words],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        systems.map((system) => call(listApiOperations, { params: { system }, query: { q: words } }, signal)),
      )
      return found.flatMap(({ data }) => data)
    },
    enabled: systems.length > 0,
    placeholderData: keepPreviousData,
  })

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')

export function operationOf(operations: readonly ApiOperation[], method: string, path: string) {
  const [address = ''] = path.trim().split('?')
  return operations
    .filter((one) => one.method === method)
    .toSorted((one, other) => one.parameters.length - other.parameters.length)
    .find((one) => new RegExp(`^${escaped(one.path).replace(/\{[^}]+\}/g, '[^/]+')}$`).test(address))
}

export function requiredData({ fields }: ApiOperation): string {
  const data: Record<string, unknown> = {}
  for (const { name, required, type, values } of fields) {
    const parts = name.split('.')
    const last = parts.pop() as string
    let within: Record<string, unknown> | undefined = data
    for (const part of parts) within = within?.[part] as Record<string, unknown> | undefined
    if (!required || typeof within !== 'object' || Array.isArray(within)) continue
    within[last] = emptyOf(type, values)
  }
  return JSON.stringify(data, null, 2)
}

function emptyOf(type: string, [value = '']: readonly string[]): unknown {
  if (type.includes('string') || type === '') return value
  if (type.includes('object')) return {}
  if (type.includes('array')) return []
  return type.includes('boolean') ? false : Number(value)
}
