/** A section of a package; `name` is null where uci numbers it. */
export interface UciSection {
  type: string
  name: string | null
  options: Map<string, string | string[]>
}

/** Sections in order, by package. */
export type Uci = Map<string, UciSection[]>

/** Thrown if the text is not the output of `uci export`. */
export class NotUci extends Error {}

/** Yields the words of each statement, unquoted as in uci. Throws NotUci for a quote without an end. */
function* statements(text: string): Generator<string[]> {
  const token = /[^\S\n]+|\n|#[^\n]*|((?:'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^\s'"\\])+)/y
  let words: string[] = []
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const found = token.exec(text)
    if (!found) throw new NotUci(`A quote at character ${at + 1} has no end`)
    if (found[1] !== undefined) words.push(unquote(found[1]))
    else if (found[0] === '\n' && words.length > 0) {
      yield words
      words = []
    }
  }
  if (words.length > 0) yield words
}

const unquote = (word: string): string =>
  word.replace(/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g, (_, single?: string, double?: string, one?: string) =>
    single !== undefined ? single : double !== undefined ? double.replace(/\\([\s\S])/g, '$1') : (one ?? ''),
  )

/** Parses the output of `uci export`. Throws NotUci if it is something else. */
export function parseUci(text: string): Uci {
  const uci: Uci = new Map()
  let sections: UciSection[] | undefined
  for (const [word, name = '', value] of statements(text)) {
    if (word === 'package') {
      sections = uci.get(name) ?? []
      uci.set(name, sections)
    } else if (word === 'config' && sections) {
      sections.push({ type: name, name: value ?? null, options: new Map() })
    } else if ((word === 'option' || word === 'list') && sections?.length && value !== undefined) {
      const { options } = sections.at(-1) as UciSection
      const before = options.get(name)
      if (word === 'option') options.set(name, value)
      else options.set(name, [...(before === undefined ? [] : [before].flat()), value])
    } else throw new NotUci(`A line starts with ${JSON.stringify(String(word).slice(0, 40))}`)
  }
  return uci
}

const quote = (value: string) => `'${value.replaceAll("'", "'\\''")}'`

/** Printed form of one setting, section or package: one line, or several if its value has several. */
export interface UciStatement {
  text: string
  /** Name of the setting. */
  option: string | null
}

/** Statements for settings, always in the same order: packages by name. */
export const printStatements = (uci: Uci): UciStatement[] =>
  [...uci.keys()]
    .sort()
    .flatMap((name) => [line(`package ${name}`), ...(uci.get(name) ?? []).flatMap(sectionStatements), line('')])

const line = (text: string): UciStatement => ({ text, option: null })

function sectionStatements({ type, name, options }: UciSection): UciStatement[] {
  return [
    line(''),
    line(`config ${type}${name === null ? '' : ` ${quote(name)}`}`),
    ...[...options].flatMap(([option, value]) =>
      Array.isArray(value)
        ? value.map((one) => ({ text: `\tlist ${option} ${quote(one)}`, option }))
        : [{ text: `\toption ${option} ${quote(value)}`, option }],
    ),
  ]
}

export const printUci = (uci: Uci): string =>
  printStatements(uci)
    .map(({ text }) => `${text}\n`)
    .join('')

/** A copy that can be changed. */
export const copyUci = (uci: Uci): Uci =>
  new Map(
    [...uci].map(([name, sections]) => [
      name,
      sections.map((section) => ({ ...section, options: new Map(section.options) })),
    ]),
  )

/** The section that `name` or `@type[place]` refers to; a negative place counts from the end. */
export function findSection(sections: readonly UciSection[], reference: string): UciSection | undefined {
  const [, type, place] = /^@(.+)\[(-?\d+)\]$/.exec(reference) ?? []
  if (type === undefined) return sections.find(({ name }) => name === reference)
  return sections.filter((section) => section.type === type).at(Number(place))
}

/** True for types whose unnamed sections uci finds by `@type[place]`. */
export const isType = (type: string): boolean => /^[A-Za-z0-9_-]+$/.test(type)

/** True for values that uci takes: of the control characters it refuses all but these. */
export const isValue = (value: string): boolean => !/[^\P{Cc}\t\n\r\x7f-\x9f]/u.test(value)

/** Quoted value in `uci batch`; it may have several lines. */
export const batchValue = quote
