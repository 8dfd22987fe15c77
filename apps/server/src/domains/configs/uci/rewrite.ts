import { text } from '@longreach/contract/i18n'
import { visibleText } from '../bytes.ts'
import { CallRefused } from './change.ts'
import { batchValue, isType, isValue, printUci, type Uci, type UciSection } from './uci.ts'

/** Lines for `uci batch` that turn settings into others: packages that differ are written again, section by section. */
export function rewriteUci(before: Uci, after: Uci): string[] {
  const packages = [...new Set([...before.keys(), ...after.keys()])].sort()
  const changed = packages.filter((name) => print(before, name) !== print(after, name))
  if (changed.length === 0) return []
  for (const name of changed) {
    requireTypes(name, [...(before.get(name) ?? []), ...(after.get(name) ?? [])])
    requireValues(name, after.get(name) ?? [])
  }
  return [
    `touches ${changed.join(' ')}`,
    ...changed.flatMap((name) => [
      ...removeAll(name, before.get(name) ?? []),
      ...(after.get(name) ?? []).flatMap((section) => addSection(name, section)),
    ]),
  ]
}

const print = (uci: Uci, name: string) => printUci(new Map([[name, uci.get(name) ?? []]]))

function requireTypes(uciPackage: string, sections: readonly UciSection[]): void {
  const bad = sections.find(({ type, name }) => name === null && !isType(type))
  if (!bad) return
  const type = visibleText(bad.type.slice(0, 64))
  throw new CallRefused(null, text('configs.section_unnamed', { package: uciPackage, type }))
}

function requireValues(uciPackage: string, sections: readonly UciSection[]): void {
  for (const { type, name, options } of sections)
    for (const [option, value] of options)
      if (![value].flat().every(isValue)) {
        const path = visibleText(`${uciPackage}.${name ?? type}.${option}`.slice(0, 200))
        throw new CallRefused(null, text('configs.option_controls', { option: path }))
      }
}

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
