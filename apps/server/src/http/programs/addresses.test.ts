import { expect, test } from 'vitest'
import { programPath } from './addresses.ts'

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
  ['/devices/%2F%zz', '/api/devices/%2F%zz'],
])('%s is %s', (given, path) => expect(programPath(given)).toBe(path))
