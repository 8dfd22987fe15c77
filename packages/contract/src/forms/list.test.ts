import { expect, test } from 'vitest'
import { accepts, csvProblem, fileProblem, maxFileSize, tooLarge } from './files.ts'
import { addItems, readCsvLines } from './list.ts'
import { english } from './test-english.ts'

test('S5.77 S5.78 S5.80 S3.94: items are read, limited, and made numbers', () => {
  expect(english(addItems({ maxItems: 2 }, ['a'], ['', '  ', ' b ', 'c']))).toEqual({
    list: ['a', 'b'],
    refused: [{ item: 'c', reason: 'At most 2 items' }],
  })
  expect(english(addItems({ type: 'number', min: 1, max: 9 }, [], ['7', '007', 'x', '0', '10']))).toEqual({
    list: [7, 7],
    refused: [
      { item: 'x', reason: 'Must be a number' },
      { item: '0', reason: '1 or more' },
      { item: '10', reason: '9 or less' },
    ],
  })
  expect(english(addItems({ pattern: '[a-z]+', patternText: 'Letters only' }, [], ['ab', 'a1'])).refused).toEqual([
    { item: 'a1', reason: 'Letters only' },
  ])
})

test('S5.79 S3.93: unique compares exactly, without duplicates ignores case and the space around', () => {
  expect(addItems({ uniqueItems: true }, ['a'], ['A', 'a']).list).toEqual(['a', 'A'])
  expect(addItems({ noDupes: true }, ['a'], ['A', ' a ', 'b', 'B']).list).toEqual(['a', 'b'])
})

test('S3.95: an item has its own shortest and longest length', () => {
  const { list, refused } = addItems({ minItemLength: 2, maxItemLength: 3 }, [], ['a', 'ab', 'abcd'])
  expect(list).toEqual(['ab'])
  expect(english(refused.map(({ reason }) => reason))).toEqual(['At least 2 characters', 'At most 3 characters'])
})

test('S5.84: a CSV has one value on each line', () => {
  expect(readCsvLines('\ufeffa@b.c\r\n\n "d, ""e"""\n f\r')).toEqual(['a@b.c', 'd, "e"', 'f'])
  expect(readCsvLines('\ufeffsep=;\r\n\u200ba@b.c\u00a0\r\nd;e')).toEqual(['a@b.c', 'd;e'])
})

test('S5.82 S5.83: what is no CSV or too large is not read', () => {
  expect(english(csvProblem({ name: 'a.csv', size: 5, type: 'text/csv' }))).toBeNull()
  expect(english(csvProblem({ name: 'a.csv', size: 5, type: 'application/json' }))).toBe('Not a CSV file selected')
  expect(english(csvProblem({ name: 'a.csv', size: maxFileSize, type: 'text/csv' }))).toBe(
    'File size must be lower than 80MB',
  )
})

test('S5.68 S9.45: a file has at most 80MB unless a field says otherwise', () => {
  const file = (size: number) => ({ name: 'a.json', size, type: 'application/json' })
  expect(maxFileSize).toBe(83_886_080)
  expect(english(fileProblem({}, file(maxFileSize)))).toBeNull()
  expect(english(fileProblem({}, file(maxFileSize + 1)))).toBe('Maximum file size is 80MB')
  expect(english(fileProblem({ max: 512 * 1024 }, file(600_000)))).toBe('Maximum file size is 512KB')
  expect(english(tooLarge({ warnings: true }))).toBe('Maximum file size is 80MB')
})

test('S5.71: names of files contain no forbidden symbols, and no spaces if not allowed', () => {
  const file = (name: string) => ({ name, size: 1, type: '' })
  for (const sign of '~!#$&*(){}[]<>?\'|;`\\/:"') {
    expect(english(fileProblem({}, file(`a${sign}b.bin`))), sign).toBe('File name contains forbidden symbols')
  }
  expect(english(fileProblem({}, file('a b-c_d.bin')))).toBeNull()
  expect(english(fileProblem({ noSpaces: true }, file('a b.bin')))).toBe('File name contains spaces')
})

test('S3.86: a file is accepted by its extension or its type', () => {
  expect(accepts('.json', { name: 'A.JSON', type: '' })).toBe(true)
  expect(accepts('image/*, .pdf', { name: 'a.png', type: 'image/png' })).toBe(true)
  expect(accepts('image/*, .pdf', { name: 'a.png', type: 'text/plain' })).toBe(false)
  expect(accepts(undefined, { name: 'a', type: '' })).toBe(true)
})
