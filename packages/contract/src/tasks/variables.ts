/** `%name%` in a command or a path. A name has at least two characters, so that `date +%H%M` contains none. */
const placeholder = /%([a-z][a-z0-9_]{1,31})%/gi

/** Names of the variables in texts, in the order they first appear. */
export const variablesIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(placeholder)].map(([, name = '']) => name))),
]

type Values = Readonly<Record<string, string>>
const givenTo = (values: Values, name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? '') : '')

export const fillPath = (path: string, values: Values): string =>
  path.replace(placeholder, (_whole, name: string) => givenTo(values, name))

/** A part of an address with the values of its variables, each encoded so that it adds no parts. */
export const fillAddress = (part: string, values: Values): string =>
  part.replace(placeholder, (_whole, name: string) =>
    encodeURIComponent(givenTo(values, name)).replace(
      /[!'()*]/g,
      (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  )

export function fillData(data: unknown, values: Values): unknown {
  if (typeof data === 'string') return fillPath(data, values)
  if (Array.isArray(data)) return data.map((one) => fillData(one, values))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, one]) => [name, fillData(one, values)]))
}

/** True for a path that a device may be asked to read or write: absolute, one line, without `..`. */
export const isFilePath = (path: string): boolean =>
  path.startsWith('/') &&
  !path.endsWith('/') &&
  !/\p{Cc}/u.test(path) &&
  !path.split('/').some((part) => part === '..' || part === '.')

/** A text as one quoted word of a shell, whatever characters it has. */
const quoted = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`

const shellName = (name: string) => `v_${name}`

/**
 * A command with the values of its variables. A value is never part of the program: it is assigned, quoted, to a shell
 * variable to which the command refers. Within single quotes, where a shell replaces nothing, the quotes are closed
 * around the reference. Outside quotes the reference is put in double quotes, so that it stays one word; in a
 * here-document (`<<EOF`) it is inserted plainly.
 */
export function fillCommand(command: string, values: Values): string {
  const names = variablesIn([command])
  if (names.length === 0) return command
  const assigned = names.map((name) => `${shellName(name)}=${quoted(givenTo(values, name))}`).join('; ')
  return `${assigned}\n${referTo(command)}`
}

const placeholderHere = new RegExp(placeholder.source, 'iy')
const hereDocument = /<<-?[^\S\n]*(["']?)(\w+)\1/y
const comment = /#[^\n]*/y

/** The match of a sticky pattern at a place; undefined if there is none. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

function referTo(command: string): string {
  let quote: '' | '"' | "'" = ''
  let filled = ''
  let ends: { word: string; literal: boolean } | undefined
  for (let at = 0; at < command.length; ) {
    const char = command[at] as string
    const startsWord = quote === '' && /^$|[\s;&|(]$/.test(command.slice(0, at))
    const document = quote === '' && char === '<' ? matchAt(hereDocument, command, at) : undefined
    const name = matchAt(placeholderHere, command, at)
    let taken = char
    let put: string | undefined
    if (name) {
      taken = name[0]
      put = reference(name[1] as string, quote)
    } else if (document) {
      taken = document[0]
      ends ??= { word: document[2] as string, literal: document[1] !== '' }
    } else if (char === '\\' && quote !== "'") taken = command.slice(at, at + 2)
    else if (char === '#' && startsWord) taken = matchAt(comment, command, at)?.[0] ?? char
    else if (char === '\n' && quote === '' && ends) {
      taken = command.slice(at, endOf(command, at, ends.word))
      put = ends.literal ? taken : taken.replace(placeholder, (_whole, one: string) => `\${${shellName(one)}}`)
      ends = undefined
    } else if ((char === "'" || char === '"') && (quote === '' || quote === char)) quote = quote ? '' : char
    filled += put ?? taken
    at += taken.length
  }
  return filled
}

/** End of the here-document in the command that starts on the next line. */
function endOf(command: string, at: number, word: string): number {
  const end = new RegExp(`\\n\\t*${word}(?=\\n|$)`, 'g')
  end.lastIndex = at
  return end.exec(command)?.index ?? command.length
}

const references = {
  '': (name: string) => `"\${${name}}"`,
  '"': (name: string) => `\${${name}}`,
  "'": (name: string) => `'"\${${name}}"'`,
} as const

const reference = (name: string, quote: keyof typeof references): string => references[quote](shellName(name))
