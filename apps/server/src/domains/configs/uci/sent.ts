import { hiddenValue, isSecretOption } from '@longreach/contract/configs/secrets'

/** A line that is sent to a device, without the value of a secret. */
export interface SentLine {
  kind: 'added' | 'removed'
  text: string
}

/** The placeholder by which an option exists before it is deleted. */
const isPlaceholder = (line: string, next: string | undefined) => {
  const [, target] = /^set (.+)='-'$/.exec(line) ?? []
  return target !== undefined && next === `delete ${target}`
}

/** Shows the lines of a change, without the one that names its packages and without placeholders. */
export const sentSettings = (lines: readonly string[]): SentLine[] =>
  lines.slice(1).flatMap((line, at, all): SentLine[] => {
    if (isPlaceholder(line, all[at + 1])) return []
    if (line.startsWith('delete ')) return [{ kind: 'removed', text: line }]
    const [, start, option = ''] = /^((?:set|add_list) [^=]*?([^.=]+)=)/.exec(line) ?? []
    return [{ kind: 'added', text: start && isSecretOption(option) ? `${start}'${hiddenValue}'` : line }]
  })
