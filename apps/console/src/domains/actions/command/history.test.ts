import { expect, test } from 'vitest'
import { commandHistory } from './history.ts'

test('arrow keys go through the commands of the visit and back to the typed text', () => {
  for (const command of ['one', 'two', 'two', 'three']) commandHistory.add(command)
  const walk = commandHistory.walk()
  expect([walk.back('typed'), walk.back('three'), walk.back('two'), walk.back('one')]).toEqual([
    'three',
    'two',
    'one',
    undefined,
  ])
  expect([walk.forth(), walk.forth(), walk.forth(), walk.forth()]).toEqual(['two', 'three', 'typed', undefined])
  commandHistory.add('four')
  walk.end()
  expect(walk.back('')).toBe('four')
})
