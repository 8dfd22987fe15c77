import { hiddenValue, isSecretOption } from '@longreach/contract/configs/secrets'
import { visibleText } from './bytes.ts'
import type { Configuration } from './configuration.ts'
import type { FileSet } from './file-set.ts'
import { printStatements, type Uci } from './uci/uci.ts'

/** A line, and how much of it may be shown. */
export interface Line {
  text: string
  shown: string
}

/** The configuration as text for people: as uci prints it, or the files one after the other. */
export function linesOf(configuration: Configuration | undefined): Line[] {
  if (!configuration) return []
  return configuration.system === 'uci' ? uciLines(configuration.uci) : linesOfFiles(configuration.files)
}

export const linesOfFiles = (files: FileSet): Line[] =>
  [...files].flatMap(([name, content]) => [
    { text: `# /${name}`, shown: `# /${name}` },
    ...content.replace(/\n$/, '').split('\n').map(fileLine),
  ])

/** The value of a secret may have several lines; it is shown as one. */
const uciLines = (uci: Uci): Line[] =>
  printStatements(uci).flatMap(({ text, option }) =>
    option !== null && isSecretOption(option)
      ? [{ text, shown: text.replace(/'[\s\S]*$/, `'${hiddenValue}'`) }]
      : text.split('\n').map((line) => ({ text: line, shown: visibleText(line) })),
  )

/** A line `name=value`, `name: value` or `name value` of a file. */
export function fileLine(line: string): Line {
  const [, start = '', name = ''] = /^(\s*([A-Za-z0-9_.-]+)\s*[=:\s]\s*)\S/.exec(line) ?? []
  return { text: line, shown: isSecretOption(name) ? `${start}${hiddenValue}` : visibleText(line) }
}
