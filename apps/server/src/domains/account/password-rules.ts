import { type Text, text } from '@longreach/contract/i18n'
import { Problem } from '../../endpoint/problem.ts'
import common from './common-passwords.data.json' with { type: 'json' }

const commonWords = new Set(common)
/** Characters that must remain after removing well-known names from a password. */
const leftWithoutName = 6
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
]
const swapped: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const unswap = (text: string) => text.replace(/[013457@$!]/g, (char) => swapped[char] as string)
const letters = (text: string) => text.replace(/[^\p{L}]/gu, '')

/** One of the most common words, with digits, signs and the usual substitutions: `P4ssw0rd!2024`. */
function isCommon(password: string): boolean {
  const bare = password.replace(/^[^\p{L}@$]+|[^\p{L}@$]+$/gu, '')
  return [letters(password), letters(unswap(bare)), letters(unswap(password))].some((word) => commonWords.has(word))
}

/** A few characters repeated, or a sequence of the alphabet or the keyboard. */
function isPattern(password: string): boolean {
  if (new Set(password).size < 4) return true
  if (/^(.{1,4})\1+$/u.test(password)) return true
  const steps = [...password].slice(1).filter((char, at) => {
    const pair = password[at] + char
    return runs.some((run) => run.includes(pair) || [...run].reverse().join('').includes(pair)) || char === password[at]
  })
  return steps.length >= (password.length - 1) * 0.75
}

function holdsName(password: string, names: readonly string[]): boolean {
  return names
    .flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])
    .map((name) => name.toLowerCase().replace(/\s+/g, ''))
    .filter((name) => name.length >= 4)
    .some((name) =>
      [password, unswap(password)].some(
        (text) => text.includes(name) && text.replaceAll(name, '').length < leftWithoutName,
      ),
    )
}

/** Throws VALIDATION_FAILED for a password that is easy to guess. `names`: what others know about the user. */
export function checkPassword(password: string, names: readonly string[]): void {
  const plain = password.toLowerCase().replace(/\s+/g, '')
  const refuse = (message: Text) => new Problem('VALIDATION_FAILED', { source: 'password', message })
  if (isCommon(plain) || isPattern(plain)) throw refuse(text('account.common_password'))
  if (holdsName(plain, names)) throw refuse(text('account.password_like_name'))
}
