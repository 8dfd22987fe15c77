import type { ReadPart } from './workbook-file.ts'

/** How a cell shows a number, where that is not with its digits alone. */
export type NumberStyle = 'date' | { zeros: number; plain: boolean }

/** Built-in number formats of dates and times (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58 && id !== 49)

/** Literal text, conditions and colours in a format. */
const literals = /"[^"]*"|\[[^\]]*\]|\\.|[_*]./g
const longestFormat = 255

/** Conditions, colours, and space as wide as a character. */
const withoutText = /\[[^\]]*\]|_.|\s/g

/** Zeros in front of the digits; plain if the format shows nothing else, as 0000000000. */
function zerosOf(code: string): NumberStyle | undefined {
  const [positive = ''] = code.split(';', 1)
  const [whole = ''] = positive.replace(literals, '').split(/[.E/]/i, 1)
  const zeros = whole.replace(/[^0]/g, '').length
  return zeros < 2 ? undefined : { zeros, plain: /^#*0+$/.test(positive.replace(withoutText, '')) }
}

function styleOf(code: string): NumberStyle | undefined {
  const short = code.slice(0, longestFormat)
  return /[dmyhs]/i.test(short.replace(literals, '')) ? 'date' : zerosOf(short)
}

/** Styles of cells by their index, where they change what a number looks like. */
export async function readStyles(read: ReadPart, part: string | undefined): Promise<Map<number, NumberStyle>> {
  const styles = new Map<number, NumberStyle>()
  if (part === undefined) return styles
  const own = new Map<number, NumberStyle | undefined>()
  let inCells = false
  let place = 0
  await read(part, {
    open(name, { numFmtId, formatCode = '' }) {
      const id = Number(numFmtId)
      if (name === 'numFmt') own.set(id, styleOf(formatCode))
      if (name === 'cellXfs') inCells = true
      if (name !== 'xf' || !inCells) return
      const style = own.has(id) ? own.get(id) : isBuiltInDate(id) ? 'date' : undefined
      if (style !== undefined) styles.set(place, style)
      place++
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}
