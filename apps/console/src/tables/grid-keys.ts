/** The row a key moves to from row `active` (null: none yet) in a list of `total`; null if the key does not move. */
export function step(key: string, active: number | null, total: number, pageRows: number): number | null {
  const last = total - 1
  const to = (index: number) => Math.min(last, Math.max(0, index))
  switch (key) {
    case 'ArrowDown':
      return active === null ? 0 : to(active + 1)
    case 'ArrowUp':
      return active === null ? 0 : to(active - 1)
    case 'PageDown':
      return to((active ?? 0) + pageRows)
    case 'PageUp':
      return to((active ?? 0) - pageRows)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
