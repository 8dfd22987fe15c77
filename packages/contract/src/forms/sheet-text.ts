/** First line that names the separator to spreadsheets, such as `sep=;`; rows of some programs are padded. */
export const separatorLine = /^\ufeff?"?sep=([^"\r\n\p{L}\p{N}])\1*"?[,;\t]*(?:\r\n|\n|\r|$)/iu

/** Characters without width, which copies of pages and documents contain. */
const withoutWidth = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
const everyWithoutWidth = new RegExp(withoutWidth, 'g')
/** Spaces that are not typed, as between groups of digits. */
const fixedSpaces = /[\u00a0\u2007\u202f]/g

const isBlank = (character: string | undefined) =>
  character !== undefined && (/\s/.test(character) || withoutWidth.test(character))

/** Removes spaces and characters without width from both ends, in one pass: a cell may have many of them. */
export function trimCell(cell: string): string {
  let [from, to] = [0, cell.length]
  while (from < to && isBlank(cell[from])) from++
  while (to > from && isBlank(cell[to - 1])) to--
  return cell.slice(from, to)
}

/** A heading, trimmed, without characters that are not seen. */
export const headingText = (cell: string) => trimCell(cell.replace(everyWithoutWidth, ''))

/** A serial number, MAC or another identifier without characters that are not seen in it. */
export const identifierText = (cell: string) => headingText(cell.replace(fixedSpaces, ''))
