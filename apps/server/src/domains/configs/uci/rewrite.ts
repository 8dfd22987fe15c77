import { batchValue, printUci, type Uci, type UciSection } from './uci.ts'

/** Lines for `uci batch` that turn settings into others: packages that differ are written again, section by section. */
export function rewriteUci(before: Uci, after: Uci): string[] {
  const packages = [...new Set([...before.keys(), ...after.keys()])].sort()
  const changed = packages.filter((name) => print(before, name) !== print(after, name))
  if (changed.length === 0) return []
  return [
    `touches ${changed.join(' ')}`,
    ...changed.flatMap((name) => [
      ...removeAll(name, before.get(name) ?? []),
      ...(after.get(name) ?? []).flatMap((section) => addSection(name, section)),
    ]),
  ]
}

const print = (uci: Uci, name: string) => printUci(new Map([[name, uci.get(name) ?? []]]))

/** From the end, so that the numbers of unnamed sections stay valid. */
const removeAll = (name: string, sections: readonly UciSection[]) =>
  sections.toReversed().map((section) => `delete ${name}.${section.name ?? `@${section.type}[-1]`}`)

function addSection(uciPackage: string, { type, name, options }: UciSection): string[] {
  const place = name === null ? `${uciPackage}.@${type}[-1]` : `${uciPackage}.${name}`
  return [
    name === null ? `add ${uciPackage} ${type}` : `set ${place}=${batchValue(type)}`,
    ...[...options].flatMap(([option, value]) =>
      Array.isArray(value)
        ? value.map((one) => `add_list ${place}.${option}=${batchValue(one)}`)
        : [`set ${place}.${option}=${batchValue(value)}`],
    ),
  ]
}
