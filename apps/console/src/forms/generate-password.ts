/** Without signs that are taken for one another. */
const kinds = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '-_+=@#%']
const length = 16

/** A number below `limit`, each as likely as any other. */
function randomBelow(limit: number): number {
  const most = 2 ** 32 - (2 ** 32 % limit)
  for (;;) {
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
    if (number < most) return number % limit
  }
}

const oneOf = (signs: string) => signs[randomBelow(signs.length)] as string

/** Sixteen signs (spec §9), of each kind at least one. */
export function generatePassword(): string {
  const signs = kinds.map(oneOf)
  while (signs.length < length) signs.push(oneOf(kinds.join('')))
  for (let at = length - 1; at > 0; at--) {
    const other = randomBelow(at + 1)
    ;[signs[at], signs[other]] = [signs[other] as string, signs[at] as string]
  }
  return signs.join('')
}
