import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const relationship = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`

const parts = {
  'xl/workbook.xml':
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Old" sheetId="2" state="hidden" r:id="rId2"/><sheet name="Devices" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[
    relationship('rId1', 'worksheet', 'worksheets/sheet1.xml'),
    relationship('rId2', 'worksheet', '/xl/worksheets/sheet2.xml'),
    relationship('rId3', 'sharedStrings', 'sharedStrings.xml'),
    relationship('rId4', 'styles', 'styles.xml'),
  ].join('')}</Relationships>`,
  'xl/worksheets/sheet2.xml': '<worksheet><sheetData/></worksheet>',
}

export const sheetOf = (rows: string) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`

/** A workbook with these parts in place of, or beside, those it needs. */
export async function makeWorkbook(own: Record<string, string | Buffer>): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries({ ...parts, ...own }))
    zip.addBuffer(Buffer.from(content), name, { compress: content.length > 0 })
  zip.end()
  return Buffer.from(await buffer(zip.outputStream))
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The same as a CSV file with these cells: texts that are shared, and those of digits alone as numbers. */
export function workbookOf(rows: readonly (readonly string[])[]) {
  const strings: string[] = []
  const cellOf = (content: string, row: number, column: number) => {
    const at = `r="${String.fromCharCode(65 + column)}${row + 1}"`
    if (/^[1-9]\d{0,14}$/.test(content)) return `<c ${at}><v>${content}</v></c>`
    return `<c ${at} t="s"><v>${strings.push(content) - 1}</v></c>`
  }
  const lines = rows.map((cells, row) => {
    const filled = cells.map((content, column) => (content === '' ? '' : cellOf(content, row, column)))
    return `<row r="${row + 1}">${filled.join('')}</row>`
  })
  const items = () => strings.map((content) => `<si><t xml:space="preserve">${escaped(content)}</t></si>`).join('')
  return makeWorkbook({
    'xl/worksheets/sheet1.xml': sheetOf(lines.join('')),
    'xl/sharedStrings.xml': `<sst>${items()}</sst>`,
  })
}
