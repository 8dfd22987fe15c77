import { Mask } from 'maska'

const upper = (character: string) => character.toUpperCase()

/** The tokens of the specification; `!` escapes the next character. */
const tokens = {
  '#': { pattern: /[0-9 ]/ },
  '*': { pattern: /[a-zA-Z0-9]/ },
  S: { pattern: /[a-zA-Z]/ },
  F: { pattern: /[0-9a-fA-F]/, transform: upper },
  A: { pattern: /[a-zA-Z]/, transform: upper },
  a: { pattern: /[a-zA-Z]/, transform: (character: string) => character.toLowerCase() },
}

/** The part of a text that fits the mask. */
export const masked = (mask: string, text: string): string =>
  new Mask({ mask, tokens, tokensReplace: true }).masked(text)
