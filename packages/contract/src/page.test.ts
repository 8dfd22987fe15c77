import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { boundsText } from './devices/position.ts'
import { idListText } from './ids.ts'
import { intText } from './page.ts'

const odd = ['0x5', '0b1', '1e3', ' 5', '5 ', '+5', '5.0', '1_0', '٥', '', 'Infinity']

test('a number in a path or query is plain digits', () => {
  const read = (value: unknown) => z.safeParse(intText(-9, 100), value).data
  expect(['5', '-9', '007', 5].map(read)).toEqual([5, -9, 7, 5])
  expect([...odd, '101', '9'.repeat(30), null, true].map(read)).toEqual(Array(odd.length + 4).fill(undefined))
})

test('so is each id of a list, and each edge of a rectangle', () => {
  expect(z.parse(idListText('device'), '1,22')).toEqual([1, 22])
  for (const one of odd) expect(z.safeParse(idListText('device'), `1,${one}`).success).toBe(false)
  expect(z.parse(boundsText(), '-1.5,0,10,20')).toMatchObject({ west: -1.5, north: 20 })
  for (const one of odd.filter((text) => text !== '5.0'))
    expect(z.safeParse(boundsText(), `1,2,3,${one}`).success).toBe(false)
})
