import { type Text, text } from '../i18n.ts'
import type { FileRules } from './fields.ts'
import { hasForbidden } from './patterns.ts'

/** Default maximum size of a file in bytes (spec §9): 80 MB. */
export const maxFileSize = 83_886_080

interface FileFacts {
  name: string
  size: number
  type: string
}

/** `80MB`, `512KB`, `1.5MB`. */
export function sizeText(bytes: number): string {
  const [unit, size] = bytes >= 1024 ** 2 ? ['MB', 1024 ** 2] : bytes >= 1024 ? ['KB', 1024] : ['B', 1]
  return `${Math.round((bytes / (size as number)) * 10) / 10}${unit}`
}

/** Matches by extension or type, like HTML's `accept`. */
export function accepts(accept: string | undefined, file: Pick<FileFacts, 'name' | 'type'>): boolean {
  const accepted = (accept ?? '').split(',').map((part) => part.trim().toLowerCase())
  const name = file.name.toLowerCase()
  const type = file.type.toLowerCase()
  return accepted.some(
    (one) =>
      one === '' ||
      one === '*/*' ||
      (one.startsWith('.')
        ? name.endsWith(one)
        : one.endsWith('/*')
          ? type.startsWith(one.slice(0, -1))
          : type === one),
  )
}

export const tooLarge = (rules: FileRules): Text =>
  text('forms.file_too_large', { size: sizeText(rules.max ?? maxFileSize) })

/** The error of a selected file; null if there is none. */
export function fileProblem(rules: FileRules, file: FileFacts): Text | null {
  if (file.size > (rules.max ?? maxFileSize)) return tooLarge(rules)
  if (rules.noSpaces && /\s/.test(file.name)) return text('forms.file_spaces')
  if (hasForbidden(file.name)) return text('forms.file_symbols')
  return accepts(rules.accept, file) ? null : text('forms.file_type', { types: rules.accept ?? '' })
}

/** The error of a selected CSV file, in the words of the specification; null if there is none. */
export function csvProblem(file: FileFacts): Text | null {
  if (file.type !== 'text/csv') return text('forms.not_csv')
  return file.size < maxFileSize ? null : text('forms.csv_too_large')
}
