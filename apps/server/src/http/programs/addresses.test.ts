import { expect, test } from 'vitest'
import { leadPrograms, programPath } from './addresses.ts'

test.each([
  ['/devices', '/api/devices'],
  ['/devices/', '/api/devices'],
  ['//devices//7/?limit=1', '/api/devices/7?limit=1'],
  ['/api/devices/?q=a/&r=b?c', '/api/devices?q=a/&r=b?c'],
  ['/v3/devices/7/status', '/api/devices/7/status'],
  ['/api/v3/devices', '/api/devices'],
  ['/v3/api/devices', '/api/devices'],
  ['/v30/devices', '/api/v30/devices'],
  ['/apis', '/api/apis'],
  ['/', '/api'],
  ['/?limit=1', '/api?limit=1'],
  ['/status/channel/private-status.1.x/', '/status/channel/private-status.1.x'],
  ['/api/status/channel/x', '/status/channel/x'],
  ['/statusses', '/api/statusses'],
  ['/health', '/health'],
  ['/metrics?a=1', '/metrics?a=1'],
  ['/v3/metrics', '/api/metrics'],
  ['//metrics', '/api/metrics'],
  ['/api/ready/', '/api/ready'],
  ['/devices/%2F%zz', '/api/devices/%2F%zz'],
])('%s is %s', (given, path) => expect(programPath(given)).toBe(path))

test('an address of question marks alone is read in no time', () => {
  const request = { headers: {}, url: `/${'?'.repeat(15_000)}` }
  const listener = leadPrograms(undefined, { hostOf: () => 'x' })
  const start = performance.now()
  for (let n = 0; n < 100; n++) listener.request?.(request as never, undefined as never)
  // A second and more each, where the time grows with the square of the length.
  expect(performance.now() - start).toBeLessThan(2000)
})
