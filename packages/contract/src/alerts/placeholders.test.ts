import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultMessage, fillPlaceholders } from './placeholders.ts'

const values = { name: 'Gate', type: 'Status change', event: 'Device restarted', time: '2026-11-03 08:00:00' }

test('placeholders are filled in, and nothing else', () => {
  expect(fillPlaceholders(defaultMessage, values)).toBe(
    'Router name - Gate; Event type - Status change; Event text - Device restarted; Time stamp - 2026-11-03 08:00:00',
  )
  expect(fillPlaceholders('100% %rn %xx %r %%ts', values)).toBe('100% Gate %xx %r %2026-11-03 08:00:00')
})

test('what is filled in is never read as a placeholder or a pattern itself', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const name = `%ex${text}$&%ts`
      expect(fillPlaceholders('<%rn>', { ...values, name })).toBe(`<${name}>`)
    }),
  )
})
