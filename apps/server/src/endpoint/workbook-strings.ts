import { text } from '@longreach/contract/i18n'
import { type PartReader, type ReadPart, SheetFault } from './workbook-file.ts'

/** More than a list of devices has cells that are read. */
const mostStrings = 1_000_000
/** Characters of a cell; a spreadsheet has no longer ones. */
const longestCell = 32_767

/** Reads the text of elements; of those with several formats it is in pieces, and in Japanese with how it is spoken. */
export function collectText(elements: readonly string[]) {
  let content = ''
  let inText = false
  let spoken = false
  return {
    open(name: string) {
      if (name === 'rPh') spoken = true
      if (elements.includes(name)) inText = !spoken
    },
    text(piece: string) {
      if (!inText) return
      content += piece
      if (content.length > longestCell) throw new SheetFault(text('devices.file_too_complex'))
    },
    close(name: string) {
      if (name === 'rPh') spoken = false
      if (elements.includes(name)) inText = false
    },
    /** What was read since the last call. */
    take(): string {
      const taken = content
      content = ''
      return taken
    },
  }
}

/** Texts that cells refer to by their place. */
export async function readStrings(read: ReadPart, part: string | undefined): Promise<string[]> {
  const strings: string[] = []
  if (part === undefined) return strings
  const collected = collectText(['t'])
  const reader: PartReader = {
    ...collected,
    close(name) {
      collected.close(name)
      if (name !== 'si') return
      strings.push(collected.take())
      if (strings.length > mostStrings) throw new SheetFault(text('devices.file_too_complex'))
    },
  }
  await read(part, reader)
  return strings
}
