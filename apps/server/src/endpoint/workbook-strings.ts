import { text } from '@longreach/contract/i18n'
import { type PartReader, type ReadPart, SheetFault } from './workbook-file.ts'

/** More than the cells read from a list of devices. */
const mostStrings = 1_000_000
/** Characters of a cell; spreadsheets have no longer ones. */
const longestCell = 32_767

/** Reads the text of elements. Text with several formats is in pieces, and Japanese comes with its pronunciation. */
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
    /** Returns the text since the last call. */
    take(): string {
      const taken = content
      content = ''
      return taken
    },
  }
}

/** Shared texts, to which cells refer by index. */
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
