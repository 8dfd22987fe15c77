import type { ReadPart } from './workbook-file.ts'

/** Built-in number formats of dates and times (ECMA-376, 18.8.30). */
const builtIn = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58 && id !== 49)

/** Literal text, conditions and colours in a format. */
const literals = /"[^"]*"|\[[^\]]*\]|\\.|[_*]./g
const longestFormat = 255

const isDateFormat = (code: string) => /[dmyhs]/i.test(code.slice(0, longestFormat).replace(literals, ''))

/** Indexes of the cell styles that show a number as a date or a time. */
export async function readDateStyles(read: ReadPart, part: string | undefined): Promise<Set<number>> {
  const styles = new Set<number>()
  if (part === undefined) return styles
  const own = new Map<number, boolean>()
  let inCells = false
  let place = 0
  await read(part, {
    open(name, { numFmtId, formatCode = '' }) {
      const id = Number(numFmtId)
      if (name === 'numFmt') own.set(id, isDateFormat(formatCode))
      if (name === 'cellXfs') inCells = true
      if (name !== 'xf' || !inCells) return
      if (own.get(id) ?? builtIn(id)) styles.add(place)
      place++
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}
