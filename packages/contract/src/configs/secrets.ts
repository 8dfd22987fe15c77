/** Options of settings whose values are never shown. */
const secret =
  /^(?:key\d?|wpakey|psk|.*(?:password|passwd|passphrase|secret|token|private_?key|preshared_?key|pin|puk))$/i

export const isSecretOption = (name: string): boolean => secret.test(name)

/** Names of secrets besides those that `isSecretOption` knows: fields of an API document with `format: password`. */
export type SecretNames = ReadonlySet<string>

export const isSecretField = (name: string, names: SecretNames): boolean => isSecretOption(name) || names.has(name)

/**
 * A copy of the data in which each value with the name of a secret, at any depth, is replaced by the result of
 * `replace`.
 */
export function replaceSecrets(
  data: unknown,
  names: SecretNames,
  replace: (value: unknown, path: readonly string[]) => unknown,
  path: readonly string[] = [],
): unknown {
  if (Array.isArray(data)) return data.map((one, at) => replaceSecrets(one, names, replace, [...path, String(at)]))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      isSecretField(name, names) && value !== null
        ? replace(value, [...path, name])
        : replaceSecrets(value, names, replace, [...path, name]),
    ]),
  )
}

/** Shown in place of a secret. */
export const hiddenValue = '••••••'
