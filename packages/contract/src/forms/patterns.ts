import * as z from 'zod/mini'

/** Four numbers from 0 to 255. */
const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
export const ipv4 = new RegExp(`^${octet}(\\.${octet}){3}$`)

/** Labels of 1 to 63 letters, digits and inner dashes; the last has 2 to 63 letters, or encodes another script. */
const label = '(?!-)[a-zA-Z0-9-]{1,63}(?<!-)'
export const domainName = new RegExp(`^(?=.{4,253}$)(${label}\\.)+([a-zA-Z]{2,63}|xn--[a-zA-Z0-9-]{1,58}[a-zA-Z0-9])$`)

const hostName =
  /^(?=.{1,253}$)([A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?)(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?)*$/
const onlyNumbers = /^[0-9.]+$/

/** True for an IPv4 or IPv6 address, or a host name as the device resolves it; without brackets, port or zone. */
export function isHost(text: string): boolean {
  if (ipv4.test(text)) return true
  if (text.includes(':')) return text.length <= 45 && z.safeParse(z.ipv6(), text).success
  return hostName.test(text) && !onlyNumbers.test(text)
}

/** Symbols that names of files and objects must not contain. */
export const forbiddenInNames = '~!#$&*()[]{}<>?\'|;`/:\\"'

export const hasForbidden = (name: string): boolean => [...name].some((sign) => forbiddenInNames.includes(sign))

/** Character class for each token of a mask. */
export const maskTokens = {
  '#': '[0-9 ]',
  '*': '[a-zA-Z0-9]',
  S: '[a-zA-Z]',
  F: '[0-9A-F]',
  A: '[A-Z]',
  a: '[a-z]',
} as const

/** Matches texts that fit a mask. */
export function maskPattern(mask: string): RegExp {
  let pattern = ''
  for (let at = 0; at < mask.length; at++) {
    const sign = mask[at] as string
    const escaped = sign === '!' && at + 1 < mask.length
    const literal = escaped ? (mask[++at] as string) : sign
    const token = escaped ? undefined : maskTokens[sign as keyof typeof maskTokens]
    pattern += token ?? literal.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  }
  return new RegExp(`^${pattern}$`)
}
