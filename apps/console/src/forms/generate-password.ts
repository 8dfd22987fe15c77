/** Without characters that look alike. */
const kinds = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '-_+=@#%']
const length = 16

/** A number below `limit`, all with the same probability. */
function randomBelow(limit: number): number {
  const most = 2 ** 32 - (2 ** 32 % limit)
  for (;;) {
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
    if (number < most) return number % limit
  }
}

const randomOf = (characters: string) => characters[randomBelow(characters.length)] as string

/** Sixteen characters (spec §9), at least one of each kind. */
export function generatePassword(): string {
  const characters = kinds.map(randomOf)
  while (characters.length < length) characters.push(randomOf(kinds.join('')))
  for (let at = length - 1; at > 0; at--) {
    const other = randomBelow(at + 1)
    ;[characters[at], characters[other]] = [characters[other] as string, characters[at] as string]
  }
  return characters.join('')
}
