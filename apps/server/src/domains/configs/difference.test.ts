import { expect, test } from 'vitest'
import { differenceOf } from './difference.ts'

const lines = (...texts: string[]) => texts.map((text) => ({ text, shown: text }))
const equal = (count: number) => Array.from({ length: count }, (_, at) => `option ${at}`)

test.each([
  [8, 0],
  [9, 1],
])('%i equal lines between two changes leave %i gaps', (count, gaps) => {
  const before = lines('old', ...equal(count), 'old')
  const after = lines('new', ...equal(count), 'new')
  const kinds = differenceOf(before, after).lines.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'gap')).toHaveLength(gaps)
  expect(kinds.filter((kind) => kind === 'same')).toHaveLength(gaps === 0 ? count : 6)
})
