import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../app/domains.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { windows } from '../../windows/store.ts'
import { openForm, type } from '../test/harness.tsx'

vi.mock('../../ui/toast.ts', () => ({ toast: vi.fn() }))
const fetched = vi.fn<(address: string) => Promise<Response>>()
const rows = [
  { id: 1, name: 'Pier', title: 'Pilot', model: 'RUTX50', serial: '1100000001', description: 'Bus 12' },
  { id: 2, name: 'Quay', title: 'Guest', model: null, serial: '', description: '' },
  { id: 3, name: 'Mole', title: 'Guest', model: null, serial: '7', description: 's/n 7, added at 2026-01-01 10:00:00' },
]

beforeEach(async () => {
  await startTexts()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  fetched.mockImplementation(async () => new Response(JSON.stringify({ success: true, data: rows })))
})
afterEach(() => {
  cleanup()
  act(() => {
    for (const { id } of windows.list()) windows.close(id)
  })
  fetched.mockReset()
  vi.unstubAllGlobals()
})

const addresses = () => fetched.mock.calls.map(([address]) => address)
const choose = async (name: RegExp, option: string) => {
  fireEvent.click(screen.getByRole('combobox', { name }))
  const options = await screen.findAllByRole('option', { name: option, hidden: true })
  fireEvent.click(options.at(-1) as Element)
}

test('S3.36 S3.87 S3.88 S3.99 S7.41 S7.42 S7.45 S9.34: rows from the server are offered, at most a hundred, by name and what tells them apart, and sent by id', async () => {
  const send = vi.fn(async () => ({ meta: {} }))
  openForm({
    fields: [
      { key: 'device_id', type: 'item', component: 'DeviceSelect', ref: 'device', label: 'Device', required: true },
      { key: 'tag_id', type: 'item', component: 'ItemSelect', ref: 'tag', many: true, label: 'Tags' },
    ],
    send,
  })
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
  expect(addresses().sort()).toEqual([
    '/api/devices?limit=100&sort=name&fields=id%2Cname%2Cmodel%2Cserial%2Cdescription',
    '/api/tags?limit=100&sort=name&fields=id%2Cname',
  ])
  fireEvent.click(screen.getByRole('combobox', { name: /^Device/ }))
  // The default description of an added device only repeats its other fields.
  expect(await screen.findByRole('option', { name: 'Mole · 7', hidden: true })).toBeTruthy()
  await choose(/^Device/, 'Pier · RUTX50 · 1100000001 · Bus 12')
  await choose(/^Tags/, 'Quay')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })))
  expect(send).toHaveBeenCalledWith({ device_id: 1, tag_id: [2] }, {}, expect.any(Function))
})

test('S3.107 of files, those with firmware or a backup are offered, with the model they are for', async () => {
  fetched.mockImplementation(async () => {
    const data = [
      { id: 7, name: 'RUTX_R_00.07.06.bin', device_model: 'RUTX' },
      { id: 8, name: 'backup.tar.gz', device_model: null },
    ]
    return new Response(JSON.stringify({ success: true, data }))
  })
  const send = vi.fn(async () => ({ meta: {} }))
  openForm({
    fields: [{ key: 'file_id', type: 'item', component: 'ItemSelect', ref: 'file', label: 'File', required: true }],
    send,
  })
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
  expect(addresses()).toEqual([
    '/api/files?limit=100&sort=name&fields=id%2Cname%2Cdevice_model&type=firmware%2Cglobal_firmware%2Cconfig',
  ])
  fireEvent.click(screen.getByRole('combobox', { name: /^File/ }))
  expect((await screen.findAllByRole('option', { name: 'backup.tar.gz', hidden: true })).length).toBeGreaterThan(0)
  await choose(/^File/, 'RUTX_R_00.07.06.bin · RUTX')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })))
  expect(send).toHaveBeenCalledWith({ file_id: 7 }, {}, expect.any(Function))
})

test('S3.101: users are offered by user name and e-mail, where it is another', async () => {
  const people = [
    { id: 4, username: 'mara', email: 'mara@example.test' },
    { id: 5, username: 'jonas@example.test', email: 'jonas@example.test' },
  ]
  fetched.mockImplementation(async () => new Response(JSON.stringify({ success: true, data: people })))
  openForm({ fields: [{ key: 'user_id', type: 'item', component: 'ItemSelect', ref: 'user', label: 'User' }] })
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
  expect(addresses()).toEqual(['/api/users?limit=100&sort=username&fields=id%2Cusername%2Cemail'])
  fireEvent.click(screen.getByRole('combobox', { name: 'User' }))
  for (const name of ['mara · mara@example.test', 'jonas@example.test'])
    expect(await screen.findByRole('option', { name, hidden: true })).toBeTruthy()
})

test('typed text is searched on the server, and a 401 is retried once', async () => {
  openForm({ fields: [{ key: 'a', type: 'item', component: 'ItemSelect', ref: 'role', label: 'Role' }] })
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
  fetched.mockImplementationOnce(async () => new Response('{}', { status: 401 }))
  const box = screen.getByRole('combobox', { name: 'Role' })
  act(() => box.focus())
  fireEvent.click(box)
  type(box, ' pi ')
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(4), { timeout: 3000 })
  expect(addresses().slice(1)).toEqual([
    '/api/roles?limit=100&sort=title&fields=id%2Ctitle&q=pi',
    '/api/account/token/refresh',
    '/api/roles?limit=100&sort=title&fields=id%2Ctitle&q=pi',
  ])
})
