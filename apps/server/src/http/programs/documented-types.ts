/** A field as clients of the public API read it; `instead` is the field to read where it has no value. */
type Documented = 'whole' | 'text' | 'flag' | { instead: string }

/** Fields by the path of their object, without the numbers of rows. */
export type DocumentedFields = Readonly<Record<string, Readonly<Record<string, Documented>>>>

const ofBothModems = (fields: Record<string, Documented>) => ({
  ...fields,
  ...Object.fromEntries(Object.entries(fields).map(([name, type]) => [`${name}_2`, type])),
})

const device: DocumentedFields = {
  '': {
    ...ofBothModems({
      signal: 'whole',
      temperature: 'whole',
      sent: 'whole',
      received: 'whole',
      rscp: 'text',
      ecio: 'text',
    }),
    router_uptime: 'whole',
    connection_uptime: 'whole',
    fix_status: 'whole',
    accuracy: 'whole',
  },
}

const moment = {
  signal: 'whole',
  temperature: 'whole',
  sim_slot: 'whole',
} as const

const online = { online: 'whole', offline: 'whole' } as const

const session: DocumentedFields = { '': { end_time: { instead: 'expires_time' } } }
const configLog: DocumentedFields = { '': { request_hidden: 'flag' } }

/** Types of the public API that differ from those of the console, by the name of the call. */
export const documentedTypes: Readonly<Record<string, DocumentedFields>> = {
  'devices.list': device,
  'devices.get': device,
  'monitoring.information': {
    '': {
      ...ofBothModems(moment),
      ...{ sim1_sent: 'whole', sim1_received: 'whole', sim2_sent: 'whole', sim2_received: 'whole' },
    },
  },
  'monitoring.information_history': {
    '': { ...moment, operator_number: 'whole', router_uptime: 'whole', connection_uptime: 'whole' },
  },
  'statistics.online_tree': {
    'companies.devices': online,
    'companies.sub_companies.devices': online,
    'companies.sub_companies.sub_companies.devices': online,
    'companies.sub_companies.sub_companies.sub_companies.devices': online,
  },
  'remote.sessions': session,
  'remote.logs': session,
  'configs.logs': configLog,
  'configs.logs_of_action': configLog,
  'actions.password_lists': { '': { id: 'text' } },
}

type Json = Record<string, unknown>

function whole(value: unknown): number | null {
  const number = value === '' ? Number.NaN : Math.round(Number(value))
  return Number.isSafeInteger(number) ? number : null
}

function presented(type: Documented, value: unknown, row: Json): unknown {
  if (typeof type === 'object') return value ?? row[type.instead]
  if (value === null || value === undefined) return value
  if (type === 'text') return String(value)
  return type === 'flag' ? Number(value) : whole(value)
}

const stepsOf = (path: string) => path.split('.').filter(Boolean)

function changeAt(data: unknown, [step, ...rest]: readonly string[], change: (row: Json) => Json): unknown {
  if (Array.isArray(data)) return data.map((one) => changeAt(one, step === undefined ? [] : [step, ...rest], change))
  const row = data as Json
  return step === undefined ? change(row) : { ...row, [step]: changeAt(row[step], rest, change) }
}

/** Data with its fields in the documented types; text that is no number becomes null. */
export function inDocumentedTypes(data: unknown, documented: DocumentedFields): unknown {
  return Object.entries(documented).reduce(
    (changed, [path, fields]) =>
      changeAt(changed, stepsOf(path), (row) => ({
        ...row,
        ...Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, presented(type, row[name], row)])),
      })),
    data,
  )
}

const schemaTypes = { whole: 'integer', text: 'string', flag: 'integer' } as const

interface JsonSchema {
  type?: string | string[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
}

function schemaOf(type: Documented, properties: Record<string, JsonSchema>, name: string): JsonSchema {
  if (typeof type === 'object') return properties[type.instead] as JsonSchema
  const nullable = [properties[name]?.type].flat().includes('null')
  return { type: nullable ? [schemaTypes[type], 'null'] : schemaTypes[type] }
}

/** Changes a JSON schema of `data` to the documented types. */
export function documentSchema(schema: JsonSchema, documented: DocumentedFields): void {
  for (const [path, fields] of Object.entries(documented)) {
    const rowOf = (one: JsonSchema): JsonSchema => one.items ?? one
    const row = stepsOf(path).reduce((one, step) => rowOf(rowOf(one).properties?.[step] as JsonSchema), rowOf(schema))
    const properties = row.properties as Record<string, JsonSchema>
    for (const [name, type] of Object.entries(fields)) properties[name] = schemaOf(type, properties, name)
  }
}
