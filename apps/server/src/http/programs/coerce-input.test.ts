import * as dashboards from '@longreach/contract/dashboards/endpoints'
import type { Schema } from '@longreach/contract/endpoint'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { coerceInput } from './coerce-input.ts'

test('a list that is too long is left to the schema unread', () => {
  const schema = z.object({ ids: z.array(z.int()).check(z.maxLength(2)) })
  const long = ['1', '2', '3']
  expect(coerceInput(schema, { ids: ['1', '2'] })).toEqual({ ids: [1, 2] })
  expect((coerceInput(schema, { ids: long }) as { ids: unknown }).ids).toBe(long)
  const widgets = Array(300_000).fill({})
  const read = coerceInput(dashboards.createDashboard.body as Schema, { name: 'x', widgets })
  expect((read as { widgets: unknown }).widgets).toBe(widgets)
})

test('of several kinds, a value is read as the one it names', () => {
  const schema = z.discriminatedUnion('type', [
    z.object({ type: z.literal('a'), value: z.string() }),
    z.object({ type: z.literal('b'), value: z.int() }),
  ])
  expect(coerceInput(schema, { type: 'a', value: '1' })).toEqual({ type: 'a', value: '1' })
  expect(coerceInput(schema, { type: 'b', value: '1' })).toEqual({ type: 'b', value: 1 })
  for (const other of [{ type: 'c', value: '1' }, {}, null, 'b']) expect(coerceInput(schema, other)).toBe(other)
})
