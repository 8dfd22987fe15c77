import type { Credential } from './enrol.ts'
import type { DeviceSpec } from './spec.ts'

/** A key or password for one device (`index`), for all devices of a group (`group`), or for every device. */
export interface CredentialEntry {
  index?: number
  group?: string
  key?: string
  password?: string
}

/** Reads a list of entries; throws an error with the invalid entry. The most specific entry for a device applies. */
export function readCredentials(value: unknown): (spec: DeviceSpec) => Credential | undefined {
  if (!Array.isArray(value)) throw new Error('Keys are a list')
  const entries = value.map((entry: CredentialEntry, place) => {
    if (typeof entry.key !== 'string' && typeof entry.password !== 'string') {
      throw new Error(`Entry ${place + 1} of the keys needs a key or a password`)
    }
    return entry
  })
  const credentialOf = ({ key, password = '' }: CredentialEntry): Credential =>
    key === undefined ? { password } : { key }
  return ({ index, group }) => {
    const entry =
      entries.find((one) => one.index === index) ??
      entries.find((one) => one.index === undefined && one.group === group) ??
      entries.find((one) => one.index === undefined && one.group === undefined)
    return entry && credentialOf(entry)
  }
}
