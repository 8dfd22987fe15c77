import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { l2tpState } from './l2tp-state.ts'

beforeAll(startTexts)

test('S4.53 S4.54 S4.55 S4.56 S4.57: the instances of L2TP are summed up in words', () => {
  expect([1, 2, 3, 4, 0, 5, null].map(l2tpState)).toEqual([
    'All online',
    'All offline',
    'All disabled',
    'Mixed',
    'No L2TP instances',
    'No L2TP instances',
    'No L2TP instances',
  ])
})
