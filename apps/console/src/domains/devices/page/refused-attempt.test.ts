import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { logLine } from './refused-attempt.ts'

beforeAll(startTexts)

const refused = (code: number) => logLine({ status: false, code, log: 'Reason' })

test('S4.64 refusals with codes 0, 10, 12, 20 and 104 are attempts to connect', () => {
  for (const code of [0, 10, 12, 20, 104]) expect(refused(code)).toBe('Device attempted to connect: Reason')
  expect(logLine({ status: true, code: 0, log: 'Connected' })).toBe('Connected')
})

test('S4.68 any other code shows the reason alone', () => {
  for (const code of [7, 200, 205]) expect(refused(code)).toBe('Reason')
})
