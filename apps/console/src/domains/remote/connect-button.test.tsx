import './texts.ts'
import type { RemoteAccess } from '@longreach/contract/remote/schemas'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { ConnectButton } from './connect-button.tsx'
import { openConnect } from './open-windows.tsx'

vi.mock('./open-windows.tsx', () => ({ openConnect: vi.fn() }))

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

async function press(device_status: number | null) {
  await startTexts()
  const address = { destination_ip: '192.168.1.10', destination_port: 80, protocol: 'http' }
  const entry = { id: 4, name: 'PLC', ...address, device_name: 'Crane', device_status } as RemoteAccess
  render(<ConnectButton entry={entry} />)
  const button = screen.getByRole('button', { name: 'Connect' })
  fireEvent.click(button)
  return button
}

test('a connected device is connected to', async () => {
  expect((await press(1)).getAttribute('aria-disabled')).toBeNull()
  expect(openConnect).toHaveBeenCalledTimes(1)
})

test.each([
  [0, /^Device is offline\./],
  [null, /^Device has not connected yet\./],
])('a device of status %s says why it cannot be', async (status, reason) => {
  const button = await press(status)
  expect([button.getAttribute('aria-disabled'), button.getAttribute('aria-description')]).toEqual([
    'true',
    expect.stringMatching(reason),
  ])
  expect(openConnect).not.toHaveBeenCalled()
})
