import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isHost } from '../forms/patterns.ts'
import { newRemoteAccessSchema } from './schemas.ts'
import { shellClientMessage } from './shell.ts'

describe('destination', () => {
  test.each(['192.168.1.10', '127.0.0.1', 'fd00::1', '::1', 'printer', 'plc-4.site.lan', 'a_b'])(
    '%s can be one',
    (text) => expect(isHost(text)).toBe(true),
  )
  test.each([
    '',
    '192.168.1',
    '192.168.1.256',
    '1',
    '[::1]',
    '::1%eth0',
    'fe80::zz',
    'a b',
    'a:80',
    'host\n',
    '-x',
    'http://x',
    'a..b',
    `${'a'.repeat(64)}.x`,
    '1.2.3.4\r\nX: y',
  ])('%j cannot', (text) => expect(isHost(text)).toBe(false))
})

test('an entry has a name of 3 to 50 letters, digits, spaces, dashes and underscores and a port of its protocol', () => {
  const entry = {
    device_id: 1,
    name: 'PLC_1-a',
    destination_ip: '192.168.1.10',
    destination_port: 80,
    protocol: 'http',
  }
  const fits = (change: object) => z.safeParse(newRemoteAccessSchema, { ...entry, ...change }).success
  expect(fits({})).toBe(true)
  expect(fits({ name: 'ab' })).toBe(false)
  expect(fits({ name: 'PLC 1 east' })).toBe(true)
  expect(fits({ name: 'PLC/1' })).toBe(false)
  expect(fits({ name: 'x'.repeat(51) })).toBe(false)
  expect(fits({ destination_port: 0 })).toBe(false)
  expect(fits({ destination_port: 65_536 })).toBe(false)
  expect(fits({ protocol: 'rdp' })).toBe(false)
})

test('messages of a page are validated: sizes have limits, other messages are refused', () => {
  const fits = (message: object) => z.safeParse(shellClientMessage, message).success
  expect(fits({ type: 'start', cols: 80, rows: 24 })).toBe(true)
  expect(fits({ type: 'resize', cols: 0, rows: 24 })).toBe(false)
  expect(fits({ type: 'resize', cols: 80, rows: 100_000 })).toBe(false)
  expect(fits({ type: 'ack', bytes: -1 })).toBe(false)
  expect(fits({ type: 'trust', fingerprint: 'SHA256:short' })).toBe(false)
  expect(fits({ type: 'run', command: 'reboot' })).toBe(false)
})
