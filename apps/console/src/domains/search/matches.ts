const words = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Whether every word of `q` starts a word of the label: `dev add` finds 'Add device'. */
export function matches(label: string, q: string): boolean {
  const [sought, own] = [words(q), words(label)]
  return sought.length > 0 && sought.every((word) => own.some((one) => one.startsWith(word)))
}
