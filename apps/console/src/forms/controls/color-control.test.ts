import { expect, test } from 'vitest'
import { readColor } from './color-control.tsx'

test('a colour is parsed in any notation; an invalid one stays for its error', () => {
  expect([' 4287F5 ', '#4287f5', '#48f', '48F'].map(readColor)).toEqual(['#4287f5', '#4287f5', '#4488ff', '#4488ff'])
  expect(['red', '#12', '', '#1234567'].map(readColor)).toEqual(['red', '#12', '', '#1234567'])
})
