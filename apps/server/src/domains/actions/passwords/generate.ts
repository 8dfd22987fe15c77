import { randomInt } from 'node:crypto'

/** No characters that look alike, that start a formula or that separate cells. */
const letters = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const
const special = '!#$%&*.:?_~'

const oneOf = (characters: string): string => characters.charAt(randomInt(characters.length))

/** A password with at least one character of each kind, as devices demand. */
export function generatePassword({ length, useSpecial }: { length: number; useSpecial: boolean }): string {
  const kinds = useSpecial ? [...letters, special] : letters
  const characters = kinds.map(oneOf)
  while (characters.length < length) characters.push(oneOf(kinds.join('')))
  for (let at = length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[characters[at], characters[other]] = [characters[other] as string, characters[at] as string]
  }
  return characters.join('')
}
