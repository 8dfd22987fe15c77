import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const theme = readFileSync(path.join(import.meta.dirname, '../brand/theme.css'), 'utf8')

test('S9.24: the palette of charts has eleven colours, each of its own', () => {
  const colours = [...theme.matchAll(/--chart-(\d+):\s*([^;]+);/g)].map(([, place, value]) => [Number(place), value])
  expect(new Set(colours.map(([place]) => place))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]))
  const light = colours.slice(0, 11).map(([, value]) => value)
  expect(new Set(light).size).toBe(11)
})
