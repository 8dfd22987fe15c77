import { posix } from 'node:path'
import { text } from '@longreach/contract/i18n'
import type { ParsedFile } from './sheet-lines.ts'
import { openWorkbook, type ReadPart, SheetFault } from './workbook-file.ts'
import { readRows } from './workbook-rows.ts'
import { readStrings } from './workbook-strings.ts'
import { readStyles } from './workbook-styles.ts'

/** Kind and name of each part of the workbook, by the id of its reference. */
async function readRelations(read: ReadPart) {
  const relations = new Map<string, { kind: string; part: string }>()
  await read('xl/_rels/workbook.xml.rels', {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return
      relations.set(Id, { kind: posix.basename(Type), part: posix.resolve('/xl', Target).slice(1) })
    },
  })
  return relations
}

/** References to the sheets that are not hidden, in the order of their tabs. */
async function readSheetIds(read: ReadPart): Promise<string[]> {
  const ids: string[] = []
  await read('xl/workbook.xml', {
    open(name, attributes) {
      if (name !== 'sheet' || !['visible', undefined].includes(attributes.state)) return
      ids.push(attributes[Object.keys(attributes).find((key) => key.endsWith(':id')) ?? ''] ?? '')
    },
  })
  return ids
}

async function readFirstSheet(bytes: Buffer, most: number): Promise<ParsedFile> {
  const read = await openWorkbook(bytes)
  const relations = await readRelations(read)
  const partOf = (kind: string) => [...relations.values()].find((relation) => relation.kind === kind)?.part
  const sheets = (await readSheetIds(read)).map((id) => relations.get(id))
  const sheet = sheets.find((relation) => relation?.kind === 'worksheet')
  if (!sheet) return { fault: text('devices.file_not_sheet') }
  const strings = await readStrings(read, partOf('sharedStrings'))
  const styles = await readStyles(read, partOf('styles'))
  return { lines: await readRows(read, sheet.part, { strings, styles, most }) }
}

/** Rows of the first sheet of a workbook (.xlsx) that are not empty, a few more than `most`. */
export async function parseWorkbook(bytes: Buffer, most: number): Promise<ParsedFile> {
  try {
    return await readFirstSheet(bytes, most)
  } catch (error) {
    // Other errors come from the archive and its parts: the file is not a workbook.
    return { fault: error instanceof SheetFault ? error.fault : text('devices.file_not_sheet') }
  }
}
