import catalogue from './parameters.data.json' with { type: 'json' }

export type ParameterType =
  | 'int'
  | 'float'
  | 'counter'
  | 'bool'
  | 'timestamp'
  | 'string'
  | 'enum'
  | 'ip'
  | 'mac'
  | 'table'
  | 'checksum'

/** Values of the type `checksum`: SHA-256 in hex. */
export const checksumPattern = /^[0-9a-f]{64}$/

export type ParameterGroup =
  | 'dynamic'
  | 'mobile-data'
  | 'io'
  | 'gps'
  | 'wireless'
  | 'hotspot'
  | 'ddns'
  | 'l2tp'
  | 'static'

export interface Parameter {
  name: string
  group: ParameterGroup
  label: string
  unit: string | null
  type: ParameterType
  /** Inclusive bounds of a plausible value, in `unit`. */
  range: [number, number] | null
}

export const parameters = catalogue as unknown as readonly Parameter[]

const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]))

/** `signal`, `signal_2` (second modem) or `port_rx_bytes.eth0` (an instance after the dot). */
export const parameterPattern = /^[a-z][a-z0-9_]{0,39}(\.[A-Za-z0-9_-]{1,32})?$/

/** The catalogue entry of a reported name; undefined if the catalogue does not know it. */
export function findParameter(name: string): Parameter | undefined {
  const base = name.split('.', 1)[0]!
  return byName.get(base) ?? byName.get(base.replace(/_2$/, ''))
}

const textTypes: readonly ParameterType[] = ['string', 'enum', 'ip', 'mac', 'table', 'checksum']

/** True when values of the parameter are texts, false when they are numbers. */
export function isText(parameter: Parameter): boolean {
  return textTypes.includes(parameter.type)
}
