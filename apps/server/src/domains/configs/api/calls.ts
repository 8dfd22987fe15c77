import { type ConfigCall, isApiCall } from '@longreach/contract/configs/calls'
import type { SecretNames } from '@longreach/contract/configs/secrets'
import { type Text, text } from '@longreach/contract/i18n'
import { jsonArgument } from '@longreach/contract/link/escape'
import { findModel } from '@longreach/contract/link/models'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import type { DeviceApi } from '../../actions/hooks.ts'
import { type ApiCall, type Checker, checkCall, createChecker } from './check.ts'
import { type ApiSystem, findDocuments } from './documents.ts'
import type { Operation } from './operations.ts'

/** Backend of agents on devices that have such an API. */
export const apiBackend = 'rutos'

/** API system of a device, by its model. */
export const apiSystemOf = (model: string | null): ApiSystem =>
  findModel(model ?? '')?.os.toLowerCase() === 'tswos' ? 'tswos' : 'rutos'

const names = { rutos: 'RutOS', tswos: 'TSWOS' } as const satisfies Record<ApiSystem, string>

/** Names of secret fields in the documents of all systems. */
export async function findSecretNames(db: Db): Promise<SecretNames> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT unnest(secret_names) AS name FROM api_documents`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Checks calls of devices' own APIs against the documents, each of which is read once. */
export interface ApiCheck {
  secrets: SecretNames
  /**
   * Faults of a device's calls with all values filled in, each with the number of its call; none if they match the
   * document.
   */
  faultsOf: (system: ApiSystem, calls: readonly ApiCall[]) => Promise<Text[]>
  faultsOfCall: (system: ApiSystem, call: ApiCall) => Promise<Text[]>
}

/** Number of calls whose check is cached, and the longest one that is. */
const remembered = { calls: 1000, length: 4096 } as const

export function createApiCheck(db: Db, secrets: SecretNames): ApiCheck {
  const paths = new Map<ApiSystem, Promise<Map<string, string[]>>>()
  const checkers = new Map<string, Promise<Checker | undefined>>()
  const checked = new Map<string, Promise<Text[]>>()
  const pathsOf = (system: ApiSystem) => remember(paths, system, () => findPaths(db, system))
  const checkerOf = (system: ApiSystem, path: string, method: string) =>
    remember(checkers, `${system} ${method} ${path}`, async () => {
      const operation = await findOperation(db, system, path, method)
      return operation && createChecker(operation)
    })

  /** A call without variables is the same for every device, so it is checked only once. */
  function faultsOfCall(system: ApiSystem, call: ApiCall): Promise<Text[]> {
    const key = `${system} ${JSON.stringify(call)}`
    const isKept = key.length <= remembered.length && (checked.has(key) || checked.size < remembered.calls)
    return isKept ? remember(checked, key, () => check(system, call)) : check(system, call)
  }

  async function check(system: ApiSystem, call: ApiCall): Promise<Text[]> {
    const all = await pathsOf(system)
    if (all.size === 0) return [text('configs.api_document_none', { system: names[system] })]
    const found = matchPath([...all.keys()], call.path.slice('/api'.length))
    if (!found) return [text('configs.api_path', { path: call.path })]
    const checker = await checkerOf(system, found.template, call.method)
    if (checker) return checkCall(checker, call, found.values)
    const methods = (all.get(found.template) ?? []).join(', ')
    return [text('configs.api_method', { path: call.path, method: call.method, methods })]
  }

  return {
    secrets,
    faultsOfCall,
    async faultsOf(system, calls) {
      const faults: Text[] = []
      for (const [index, call] of calls.entries()) {
        if (!isApiCall(call)) continue
        for (const reason of await faultsOfCall(system, call))
          faults.push(text('configs.call', { number: index + 1, reason }))
      }
      return faults
    },
  }
}

function remember<Key, Value>(known: Map<Key, Value>, key: Key, find: () => Value): Value {
  const value = known.get(key) ?? find()
  known.set(key, value)
  return value
}

/** Methods by path of a document; empty without a document. */
async function findPaths(db: Db, system: ApiSystem): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ path: string; methods: string[] }>`
    SELECT path, array_agg(method ORDER BY method) AS methods FROM api_operations
    WHERE system = ${system} GROUP BY path`.execute(db)
  return new Map(rows.map(({ path, methods }) => [path, methods]))
}

async function findOperation(db: Db, system: ApiSystem, path: string, method: string): Promise<Operation | undefined> {
  const { rows } = await sql<Operation>`
    SELECT path, method, summary, definition FROM api_operations
    WHERE system = ${system} AND path = ${path} AND method = ${method}`.execute(db)
  return rows[0]
}

const parameter = /^\{(.+)\}$/

/**
 * The path of a document that matches an address, with the values of its parameters; fixed parts win over parameters.
 */
export function matchPath(templates: readonly string[], path: string) {
  const parts = path.split('/')
  const fitting = templates.flatMap((template) => {
    const own = template.split('/')
    if (own.length !== parts.length) return []
    const values: Record<string, string> = {}
    for (const [at, part] of own.entries()) {
      const given = parts[at] ?? ''
      const name = parameter.exec(part)?.[1]
      if (name !== undefined) values[name] = decoded(given)
      else if (part !== given) return []
    }
    return [{ template, values }]
  })
  return fitting.toSorted((a, b) => Object.keys(a.values).length - Object.keys(b.values).length)[0]
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Path and query of a call, as sent. */
export function routeOf({ path, query_parameters = [] }: Pick<ConfigCall, 'path' | 'query_parameters'>): string {
  const query = query_parameters.map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
  return query.length === 0 ? path : `${path}?${query.join('&').replace(/[!'()*]/g, escapeMark)}`
}

const escapeMark = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`

/** The line that makes the agent send a call (contract/link/commands.ts). */
export const apiLine = (call: ConfigCall): string =>
  `api ${call.method} ${routeOf(call)} ${jsonArgument(call.request_data)}`

/** Knowledge about devices' APIs for other domains. */
export const deviceApis: DeviceApi = {
  secretNames: findSecretNames,
  async faultsOf(db, { method, address, body }) {
    const documents = await findDocuments(db)
    const check = createApiCheck(db, new Set())
    const [path = '', query = ''] = address.split('?')
    const query_parameters = [...new URLSearchParams(query)].map(([key, value]) => ({ key, value }))
    const call = { method, path, query_parameters, request_data: body } as ApiCall
    const faults = await Promise.all(documents.map(({ system }) => check.faultsOfCall(system, call)))
    return faults.some((found) => found.length === 0) ? [] : (faults[0] ?? [])
  },
}
