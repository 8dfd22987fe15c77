import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { BodyOf } from '../endpoint.ts'
import { text } from '../i18n.ts'
import { formatDownLine } from '../link/lines.ts'
import { executeCommand } from './endpoints.ts'

const takes = (command: string) =>
  z.safeParse(executeCommand.body as z.ZodMiniType<BodyOf<typeof executeCommand>>, { command })

test('every accepted command fits in a line to the device', () => {
  const id = 'a'.repeat(40)
  const character = fc.constantFrom('a', ' ', '\\', '\n', '\u0001', 'ж', '語', '😀')
  fc.assert(
    fc.property(character, fc.integer({ min: 1, max: 2000 }), (sign, length) => {
      const parsed = takes(`a${sign.repeat(length)}a`)
      if (!parsed.success) return
      const { command: arg, seconds } = parsed.data
      expect(() => formatDownLine({ verb: 'cmd', id, command: 'exec', seconds, arg })).not.toThrow()
    }),
  )
  expect(takes('a'.repeat(2000)).success).toBe(true)
  expect(takes('ж'.repeat(390)).success).toBe(true)
  expect(takes('ж'.repeat(400)).error?.issues[0]?.message).toBe(text('forms.command_too_long'))
})
