import type { RemoteAccess } from '@longreach/contract/remote/schemas'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import './texts.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { windows } from '../../windows/store.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { AddEntryWindow, EditEntryWindow } from './entry-window.tsx'

vi.mock('../../ui/toast.ts', () => ({ toast: vi.fn() }))

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()

beforeEach(async () => {
  await startTexts()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  const answer = { success: true, data: { id: 3 }, meta: { channel: 'private-status.1.x' } }
  fetched.mockImplementation(async () => new Response(JSON.stringify(answer)))
})
afterEach(() => {
  closeWindows()
  cleanup()
  fetched.mockReset()
  vi.unstubAllGlobals()
})

const entry = {
  id: 3,
  device_id: 7,
  name: 'Camera-1',
  destination_ip: '192.168.1.10',
  destination_port: 80,
  protocol: 'http',
  credentials_required: false,
  has_password: true,
} as RemoteAccess

function open(content: React.ReactNode) {
  cleanup()
  drawWindows([])
  act(() => windows.open({ id: 'entry', title: 'Entry', content }))
}
const fill = (name: RegExp, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }))
async function send(button: string) {
  await act(async () => fireEvent.click(screen.getByRole('button', { name: button })))
  return JSON.parse(String(fetched.mock.calls.at(-1)?.[1].body)) as object
}

test('a new entry of a device is sent as it was typed, without the space around it', async () => {
  open(<AddEntryWindow device={7} />)
  fill(/^Name/, ' Camera-1 ')
  fill(/^Address/, ' 192.168.1.10 ')
  fill(/^Port/, '8080')
  fill(/^Username/, 'admin')
  expect(await send('Add entry')).toEqual({
    data: [
      {
        device_id: 7,
        name: 'Camera-1',
        protocol: 'http',
        destination_ip: '192.168.1.10',
        destination_port: 8080,
        credentials_required: false,
        username: 'admin',
      },
    ],
  })
})

test('an empty password keeps the stored one; asking each time or deleting it removes the credentials', async () => {
  open(<EditEntryWindow entry={entry} />)
  expect(await send('Save')).not.toHaveProperty('password')
  open(<EditEntryWindow entry={entry} />)
  fill(/^Password/, ' new ')
  expect(await send('Save')).toMatchObject({ password: ' new ' })
  for (const box of ['Delete the stored credentials', 'Ask for username and password each time']) {
    open(<EditEntryWindow entry={entry} />)
    fill(/^Password/, 'typed before')
    tick(box)
    const change = await send('Save')
    expect(change).toMatchObject({ username: null, password: null })
    expect(change).not.toHaveProperty('forget')
  }
})

test('a port that was not changed follows the protocol', async () => {
  open(<AddEntryWindow device={7} />)
  const choose = async (name: string) => {
    fireEvent.click(screen.getByLabelText(/^Protocol/))
    const options = await screen.findAllByRole('option', { name, hidden: true })
    await act(async () => fireEvent.click(options.at(-1) as Element))
  }
  const port = () => screen.getByLabelText<HTMLInputElement>(/^Port/).value
  await choose('SSH')
  expect(port()).toBe('22')
  fill(/^Port/, '2222')
  await choose('HTTPS')
  expect(port()).toBe('2222')
})
