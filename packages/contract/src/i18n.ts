import type { texts } from './texts.ts'

type Catalogue = typeof texts
type Singular<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key
export type TextKey = {
  [Domain in keyof Catalogue]: `${Domain}.${Singular<keyof Catalogue[Domain]> & string}`
}[keyof Catalogue]

/** A sentence for a user that is not translated yet: its key and arguments in one string, so that it can be stored. */
export type Text = string & { readonly text: never }
export type TextArguments = Readonly<Record<string, string | number>>
export type Translate = (key: string, values: TextArguments) => string

/** Control characters that no name and no line of a device may contain. JSON does not escape them. */
const start = '\u0091'
const end = '\u0092'
const separator = '\u0093'
const marks = /[\u0091-\u0093]/g
const innermost = /\u0091([^\u0091\u0092]*)\u0092/g

const isText = (value: string) => value.startsWith(start) && value.endsWith(end)
const encode = (value: string | number) =>
  typeof value === 'string' && !isText(value) ? value.replace(marks, '') : String(value)

/** A text of the catalogues. `count` selects the plural; an argument may itself be a text. */
export function text(key: TextKey, values: TextArguments = {}): Text {
  const list = Object.entries(values).map(([name, value]) => `${separator}${name}=${encode(value)}`)
  return `${start}${key}${list.join('')}${end}` as Text
}

function decode(encoded: string, translate: Translate): string {
  const [key = '', ...list] = encoded.split(separator)
  const values = list.map((pair) => {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    const value = pair.slice(at + 1)
    return [name, name === 'count' ? Number(value) : value]
  })
  return translate(key, Object.fromEntries(values))
}

/** From the inside out: nested texts are translated first. */
function replaceTexts(message: string, translateOne: (encoded: string) => string): string {
  let result = message
  let before: string
  do {
    before = result
    if (!before.includes(start)) return before
    result = before.replace(innermost, (_, encoded: string) => translateOne(encoded))
  } while (result !== before)
  return result
}

/** A message with its texts translated; other messages stay unchanged. */
export const translateMessage = (message: string, translate: Translate): string =>
  replaceTexts(message, (encoded) => decode(encoded, translate))

export const translateJson = (json: string, translate: Translate): string =>
  replaceTexts(json, (encoded) => JSON.stringify(decode(JSON.parse(`"${encoded}"`), translate)).slice(1, -1))

/** Arguments that are not texts themselves. */
const leaves = /=([^\u0091-\u0093]*)(?=[\u0092\u0093])/g

const sizeOf = (value: string) => [...value].length

/**
 * A message of at most that many characters. In a text the arguments are shortened, so that its sentence stays whole.
 */
export function clipMessage(message: string, length: number): string {
  const excess = sizeOf(message) - length
  if (excess <= 0) return message
  if (!message.includes(start)) return [...message].slice(0, length).join('')
  const longest = [...message.matchAll(leaves)].sort((a, b) => (b[1]?.length ?? 0) - (a[1]?.length ?? 0))[0]
  const value = longest?.[1] ?? ''
  if (!longest || value.length === 0) return message
  const at = longest.index + 1
  const kept = [...value].slice(0, Math.max(0, sizeOf(value) - excess)).join('')
  return clipMessage(message.slice(0, at) + kept + message.slice(at + value.length), length)
}
