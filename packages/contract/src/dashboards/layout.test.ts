import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dashboardLimits, grid } from './constants.ts'
import { add, grow, type Item, inGrid, overlap, place, remove, step } from './layout.ts'

const size = { w: fc.integer({ min: 2, max: 12 }), h: fc.integer({ min: 1, max: 12 }) }
const beyond = fc.integer({ min: -5, max: 40 })

type Change =
  | { do: 'add'; w: number; h: number }
  | { do: 'remove'; at: number }
  | { do: 'place'; at: number; x: number; y: number; w: number; h: number }
  | { do: 'step'; at: number; to: 'left' | 'right' | 'up' | 'down' }
  | { do: 'grow'; at: number; w: number; h: number }

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('add' as const), ...size }) },
  fc.record({ do: fc.constant('remove' as const), at: fc.nat(20) }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      at: fc.nat(20),
      x: beyond,
      y: beyond,
      w: beyond,
      h: beyond,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('step' as const),
      at: fc.nat(20),
      to: fc.constantFrom('left' as const, 'right' as const, 'up' as const, 'down' as const),
    }),
  },
  fc.record({
    do: fc.constant('grow' as const),
    at: fc.nat(20),
    w: fc.integer({ min: -2, max: 2 }),
    h: fc.integer({ min: -2, max: 2 }),
  }),
)

let number = 0

function apply(items: Item[], one: Change): Item[] {
  if (one.do === 'add')
    return items.length < dashboardLimits.widgets ? add(items, { i: `w${++number}`, w: one.w, h: one.h }) : items
  const item = items[one.at % Math.max(items.length, 1)]
  if (!item) return items
  switch (one.do) {
    case 'remove':
      return remove(items, item.i)
    case 'place':
      return place(items, { ...one, i: item.i })
    case 'step':
      return step(items, item.i, one.to)
    case 'grow':
      return grow(items, item.i, one)
  }
}

const idsOf = (items: readonly Item[]) => items.map(({ i }) => i).sort()

test('after any sequence of moves nothing overlaps, all is inside the grid, nothing is lost, and no row is left empty', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      let items: Item[] = []
      for (const one of changes) {
        const before = idsOf(items)
        items = apply(items, one)
        if (one.do !== 'add' && one.do !== 'remove') expect(idsOf(items)).toEqual(before)
        for (const [at, item] of items.entries()) {
          expect(inGrid(item)).toBe(true)
          for (const other of items.slice(at + 1)) expect(overlap(item, other)).toBe(false)
          const raised = { ...item, y: item.y - 1 }
          expect(item.y === 0 || items.some((other) => overlap(raised, other))).toBe(true)
        }
      }
    }),
    { numRuns: 150 },
  )
})

const stack: Item[] = [
  { i: 'a', x: 0, y: 0, w: 12, h: 2 },
  { i: 'b', x: 0, y: 2, w: 12, h: 3 },
  { i: 'c', x: 0, y: 5, w: 12, h: 1 },
]
const orderOf = (items: readonly Item[]) => [...items].sort((one, other) => one.y - other.y).map(({ i }) => i)

test('a key moves an item past the one below or above it, and back', () => {
  const down = step(stack, 'a', 'down')
  expect(orderOf(down)).toEqual(['b', 'a', 'c'])
  expect(orderOf(step(down, 'a', 'down'))).toEqual(['b', 'c', 'a'])
  expect(orderOf(step(down, 'a', 'up'))).toEqual(['a', 'b', 'c'])
  expect(orderOf(step(stack, 'a', 'up'))).toEqual(['a', 'b', 'c'])
})

test('items that are moved or grown beyond the grid stop at its edge', () => {
  const [item] = step([{ i: 'a', x: 9, y: 0, w: 3, h: 1 }], 'a', 'right')
  expect(item).toMatchObject({ x: 9, w: 3 })
  const [grown] = grow([{ i: 'a', x: 9, y: 0, w: 3, h: 1 }], 'a', { w: 1 })
  expect(grown).toMatchObject({ x: 8, w: 4 })
  const [small] = grow([{ i: 'a', x: 0, y: 0, w: grid.width.min, h: 1 }], 'a', { w: -1, h: -1 })
  expect(small).toMatchObject({ w: grid.width.min, h: 1 })
})
