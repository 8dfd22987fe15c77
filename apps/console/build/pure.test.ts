import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { withoutEffects } from './pure.ts'

const mark = (code: string) => withoutEffects(code, parseAst(code))

test('a constant that comes from a call, or contains one, can be left out', () => {
  expect(mark('export const row = z.object({ id: id() })\nconst both = { one: z.int() }, list = [1]')).toBe(
    'export const row = /* @__PURE__ */ (() => (z.object({ id: id() })))()\n' +
      'const both = /* @__PURE__ */ (() => ({ one: z.int() }))(), list = [1]',
  )
})

test('functions and plain values stay as they are', () => {
  expect(
    mark("export const time = () => z.string()\nexport const words = ['a', 'b']\nfunction read() { return f() }"),
  ).toBeNull()
})
