import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAnswers } from './join-answers.ts'

const part = (id: string, number: number, parts: number, text = `${number} `) =>
  ({ id, state: 'done', exit: 0, part: number, parts, text }) as const

test('an incomplete answer is dropped, and can be sent again', () => {
  const answers = createAnswers()
  expect(answers.take(1, part('a', 1, 3))).toBeUndefined()
  expect(answers.take(1, part('a', 3, 3))).toBeUndefined()
  expect([1, 2, 3].map((number) => answers.take(1, part('a', number, 3)))).toEqual([undefined, undefined, '1 2 3 '])
})

test('in whatever order parts arrive, the answer is complete', () => {
  const numbers = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 20 })
  fc.assert(
    fc.property(numbers, (order) => {
      const answers = createAnswers()
      for (const number of order) expect([undefined, '1 2 3 4 ']).toContain(answers.take(1, part('a', number, 4)))
    }),
  )
})
