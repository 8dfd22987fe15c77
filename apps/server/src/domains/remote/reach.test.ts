import { text } from '@longreach/contract/i18n'
import { expect, test } from 'vitest'
import { DeviceOffline, TunnelError } from '../../drivers/driver.ts'
import { explain, outOfReach, ReachError, targetText } from './reach.ts'

const target = { host: '192.168.1.10', port: 80 }
const said = (error: unknown, protocol?: 'http' | 'ssh') => {
  const { step, message } = explain(error, target, protocol)
  return `${step}: ${message}`
}

test('each failure on the way has a message with what happened and what to do', () => {
  expect(said(new TunnelError('target_refused', 'x'))).toBe('target: Connection to 192.168.1.10:80 refused')
  expect(said(new TunnelError('target_refused', 'x'), 'ssh')).toBe('target: No SSH server at 192.168.1.10:80')
  expect(said(new TunnelError('target_unreachable', 'x'))).toBe('target: Device cannot reach 192.168.1.10:80')
  expect(said(new TunnelError('unsupported', 'x'))).toBe(
    'link: The agent on this device is too old for remote access. Update the agent',
  )
  expect(said(new TunnelError('device_failed', 'no ssh client'))).toBe(
    'tunnel: Device could not open a tunnel: no ssh client',
  )
  expect(said(new DeviceOffline(1))).toBe('device: Device is offline. Try again when it is back online')
  expect(said(AbortSignal.abort().reason)).toBe('target: 192.168.1.10:80 did not answer in time')
  expect(said(new ReachError('session', text('remote.end_expired')))).toBe('session: Session time expired')
})

test('internal errors of the server are not shown', () => {
  expect(said(new Error('column "x" does not exist'))).toBe('tunnel: Connection to the device failed. Try again')
})

test('a target is formatted as usual', () => {
  expect(targetText({ host: 'fd00::1', port: 8080 })).toBe('[fd00::1]:8080')
})

test('a server without device links reports that', async () => {
  const failed = outOfReach.openTunnel(1, target)
  await expect(failed).rejects.toMatchObject({ step: 'link' })
})
