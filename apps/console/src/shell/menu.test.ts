import { expect, test } from 'vitest'
import { isActive, visibleMenu } from './menu.ts'

test('S2.147 a group without a visible item is hidden', () => {
  expect(visibleMenu([], [])).toEqual([])
  expect(visibleMenu(['view_devices'], []).map((group) => group.key)).toEqual(['management'])
})

test('S2.149 an item whose route is disabled is hidden', () => {
  expect(visibleMenu(['view_devices'], ['/management/devices'])).toEqual([])
})

test('S2.151 S2.153 an item is active on its route and on the routes it highlights', () => {
  const item = visibleMenu(['view_devices'], [])[0]?.items[0]
  if (!item) return expect.unreachable()
  expect(
    ['/management/devices', '/devices/7/activity', '/devices/7/metrics/io'].every((path) => isActive(item, path)),
  ).toBe(true)
  expect(isActive(item, '/companies')).toBe(false)
})
