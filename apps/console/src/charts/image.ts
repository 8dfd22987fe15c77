/** File name from the title of a chart. */
export const fileOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'chart'

export function saveImage(address: string, title: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = `${fileOf(title)}.png`
  link.click()
}
