/** A name for a file, from that of a chart. */
export const fileOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'chart'

/** Saves a picture that is in an address of its own, `data:…`. */
export function saveImage(address: string, title: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = `${fileOf(title)}.png`
  link.click()
}
