const longest = 64

const isIccid = (text: string) => /^89[\dA-F]{5,20}$/.test(text)

/**
 * The ICCID in what a device reports, or null. Modems pad it with zeros or F, quote it, or send its bytes with the
 * digits of each pair swapped; hexadecimal digits inside it belong to it.
 */
export function readIccid(reported: unknown): string | null {
  if (typeof reported !== 'string' || reported.length > longest) return null
  const plain = reported
    .toUpperCase()
    .replace(/^\W*0X/, '')
    .replace(/[^\dA-Z]/g, '')
  const swapped = plain.replace(/(.)(.)/g, '$2$1')
  const found = [plain, swapped].map((text) => text.replace(/^0+|F+$/g, '')).find(isIccid)
  return found ?? null
}
