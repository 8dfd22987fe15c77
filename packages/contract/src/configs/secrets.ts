/** Options of settings whose values are never shown. */
const secret =
  /^(?:key\d?|wpakey|psk|.*(?:password|passwd|passphrase|secret|token|private_?key|preshared_?key|pin|puk))$/i

export const isSecretOption = (name: string): boolean => secret.test(name)

/** What is shown in place of a secret. */
export const hiddenValue = '••••••'
