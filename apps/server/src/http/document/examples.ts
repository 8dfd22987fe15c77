import type { Schema } from '@longreach/contract/endpoint'
import { accepts, definitionOf, inputOf } from '../../endpoint/schema-parts.ts'

/** Good values for fields and parameters of these names; the first one that their schema accepts is used. */
const named: Readonly<Record<string, readonly unknown[]>> = {
  name: ['Harbour'],
  description: ['North quay'],
  email: ['ann@example.com'],
  password: ['correct-horse-7'],
  password_confirmation: ['correct-horse-7'],
  serial: ['1100000001'],
  mac: ['00:1E:42:00:00:01'],
  imei: ['350000000000006'],
  model: ['RUT956'],
  device_model: ['RUT956'],
  firmware: ['RUT9M_R_00.07.06.1'],
  agent: ['1.4.0'],
  operator: ['LT BITE GSM'],
  operator_2: ['LT BITE GSM'],
  color: ['#4287F5'],
  q: ['harbour'],
  role: ['admin'],
  sort: ['-created_at', '-id', '-name', 'name'],
  fields: ['id,name'],
  limit: [100],
  offset: [0, 100],
  page: [1],
  start_date: ['2026-11-01 00:00:00', '2026-11-01'],
  end_date: ['2026-11-08 00:00:00', '2026-11-08'],
  datetime: ['2026-11-01 12:00:00'],
  date: ['2026-11-01'],
  offline_for: ['7d'],
  bounds: ['24.0,54.0,26.0,56.0'],
  charts: ['status,model'],
  parameters: ['signal,temperature'],
  time_zone: ['Europe/Vilnius'],
  zone: ['Europe/Vilnius'],
  latitude: [54.6872],
  longitude: [25.2797],
  command: ['uptime'],
  separator: [','],
  target: [12, 'device'],
  tags: ['Harbour'],
  key: ['table.devices'],
  'search-fields': ['name'],
  level: ['1,2'],
  action: ['devices.update', 'update_firmware'],
  username: ['ann@example.com'],
  current_password: ['battery-staple-3'],
  token: ['VGhlIHRva2VuIG9mIHRoZSBtYWlsZWQgbGluaw'],
  title: ['Night watch'],
  message: ['Maintenance on Sunday from 8:00'],
  reason: ['Wrong image', 'applied'],
  destination_ip: ['192.168.1.10'],
  destination_port: [80],
  fingerprint: ['SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU'],
  within: [12],
  only: [12],
  cursor: ['eyJvcmRlciI6Im5hbWUiLCJrZXkiOiJxdWF5IiwiaWQiOjV9'],
  modem_model: ['EC25'],
  modem_model_2: ['EC25'],
  modem_manufacturer: ['Quectel'],
  modem_manufacturer_2: ['Quectel'],
  modem_firmware: ['EC25EFAR06A11M4G'],
  modem_firmware_2: ['EC25EFAR06A11M4G'],
  target_id: [5],
  template: ['invitation'],
  redirect_uri: ['https://example.com/'],
  client_id: ['94f9f6ba'],
  v: ['1'],
  scopes: ['devices:read'],
  days: [90],
  duration: [600],
  timeout: [60],
  company_id: [12],
  parent_id: [12],
  size: [1_048_576],
  url: ['https://4f9a1c2b7d8e4f9a1c2b7d8e4f9a1c2b.connect.example/'],
  attention: ['any'],
}

const words =
  'online excellent power signal deviceAlert is_null running queued sent done failed waiting queue signal open stable device info http rutos power finished hide yes drifted template found processing user over command reboot backup firmware read opened firmware_update error change periodic_backup pending mobile update_firmware webui'

/** Values of all kinds: a field whose name says nothing gets the first one that its schema accepts. */
const samples: readonly unknown[] = [
  ...[5, 'example', true, [5], 'Example text', '2026-11-01 00:00:00', '12:30', '7d', '192.168.1.1'],
  ...['https://example.com/', 'correct-horse-7', '1', '5:/status:value', 'a1b2c3', ...words.split(' '), {}, [], null],
]

/** Whether a field may be missing, so that an example can do without it. */
const isOptional = (schema: Schema) => accepts(schema, undefined)

/** Values for a field that its schema may accept, the best first. */
function candidates(schema: Schema, name: string): unknown[] {
  const def = definitionOf(schema)
  const own = named[name.replace('ne:', '')] ?? []
  switch (def.type) {
    case 'object':
      return objects(schema, def.shape ?? {})
    case 'array':
      return candidates(def.element!, name).map((one) => [one])
    case 'optional':
    case 'nullable':
    case 'nonoptional':
      return candidates(def.innerType!, name)
    case 'default':
      return [...own, def.defaultValue, ...candidates(def.innerType!, name)]
    case 'union':
      return def.options!.flatMap((option) => candidates(option, name))
    case 'pipe':
      return candidates(inputOf(def), name)
    case 'enum':
      return [...own, ...Object.values(def.entries ?? {})]
    case 'literal':
      return [...(def.values ?? [])]
    default:
      return [...own, ...samples]
  }
}

/** A value that the schema accepts, for the API document; undefined if none was found. */
export const exampleOf = (schema: Schema, name = ''): unknown =>
  candidates(schema, name).find((one) => accepts(schema, one))

/** An object with the fields it needs; then with one more of the others, and with all of them. */
function objects(schema: Schema, shape: Readonly<Record<string, Schema>>): unknown[] {
  const fields = Object.entries(shape).map(
    ([name, field]) => [name, exampleOf(field, name), isOptional(field)] as const,
  )
  const known = fields.filter(([, value]) => value !== undefined)
  const of = (some: typeof known) => Object.fromEntries(some.map(([name, value]) => [name, value]))
  const required = known.filter(([, , optional]) => !optional)
  const others = known.filter(([, , optional]) => optional)
  const all = [required, ...others.map((one) => [...required, one]), known].map(of)
  // An example without fields is the last resort.
  return [...all.filter((one) => Object.keys(one).length > 0), {}].filter((one) => accepts(schema, one))
}
