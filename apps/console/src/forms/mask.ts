import { Mask } from 'maska'

const upper = (sign: string) => sign.toUpperCase()

/** The tokens of the specification; `!` makes the next sign stand for itself. */
const tokens = {
  '#': { pattern: /[0-9 ]/ },
  '*': { pattern: /[a-zA-Z0-9]/ },
  S: { pattern: /[a-zA-Z]/ },
  F: { pattern: /[0-9a-fA-F]/, transform: upper },
  A: { pattern: /[a-zA-Z]/, transform: upper },
  a: { pattern: /[a-zA-Z]/, transform: (sign: string) => sign.toLowerCase() },
}

/** Text as a mask lets it in. */
export const masked = (mask: string, text: string): string =>
  new Mask({ mask, tokens, tokensReplace: true }).masked(text)
