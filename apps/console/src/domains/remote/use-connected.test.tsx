import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { useConnected } from './use-connected.ts'

beforeAll(startTexts)
afterEach(cleanup)

test.each([
  [1, true, ''],
  [0, false, 'Device is offline. Shell and web page open once it is back online.'],
  [2, false, 'Device has not connected yet.'],
  [null, false, 'Device has not connected yet.'],
])('a device with the status %s is connected: %s', (code, connected, reason) => {
  const { current } = renderHook(() => useConnected(code)).result
  expect(current).toMatchObject({ connected, reason })
  expect(current.disabled).toEqual(connected ? {} : { 'aria-disabled': true, 'aria-description': reason })
})
