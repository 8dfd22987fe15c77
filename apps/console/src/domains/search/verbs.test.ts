import { expect, test } from 'vitest'
import { parseWish } from './verbs.ts'

test.each([
  ['shell oslo 12', { verb: 'shell', q: 'oslo 12' }],
  ['  Reboot   bus ', { verb: 'reboot', q: 'bus' }],
  ['web', { verb: null, q: 'web' }],
  ['shellfish', { verb: null, q: 'shellfish' }],
  ['oslo shell', { verb: null, q: 'oslo shell' }],
  ['', { verb: null, q: '' }],
])('%j', (text, wish) => expect(parseWish(text)).toEqual(wish))
