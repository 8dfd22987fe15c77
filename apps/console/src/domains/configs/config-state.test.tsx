import type { DriftState } from '@longreach/contract/configs/constants'
import type { DeviceConfig } from '@longreach/contract/configs/schemas'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { toast } from '../../ui/toast.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { openActionTab } from '../actions/public/open-tabs.ts'
import { ConfigBulk } from './config-bulk.tsx'
import { ConfigState } from './config-state.tsx'

vi.mock('../../ui/toast.ts', () => ({ toast: vi.fn() }))
vi.mock('../actions/public/open-tabs.ts', () => ({ openActionTab: vi.fn() }))

const device = { id: 7, name: 'Pump 7', status: 1, link: { caps: ['config'] } } as unknown as DeviceDetails
const config = (state: DriftState) =>
  ({ id: 7, state, running_seq: 3, intended_seq: 2, read_at: '2026-01-01 10:00:00' }) as DeviceConfig
const everything = ['apply_multi_configuration', 'execute_device_actions']
const fetched = vi.fn<(address: string, init: RequestInit) => void>()

async function answer(address: string, init: RequestInit = {}): Promise<Response> {
  fetched(address, init)
  const pages = /offset=(\d+)/.exec(address)?.[1]
  const ids = pages === undefined ? [] : pages === '0' ? [1, 2] : [3]
  const data = init.method === 'POST' ? (address.endsWith('overwrite') ? { id: 9 } : [7]) : ids.map((id) => ({ id }))
  return new Response(JSON.stringify({ success: true, data, errors: [], meta: { total: 3 } }))
}

beforeEach(async () => {
  await startTexts()
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
})
afterEach(() => {
  closeWindows()
  cleanup()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const confirm = async (title: string, name: string) => {
  const question = within(await screen.findByRole('dialog', { name: title }))
  await act(async () => fireEvent.click(question.getByRole('button', { name })))
}
const posted = () =>
  fetched.mock.calls
    .filter(([, { method }]) => method === 'POST')
    .map(([address, { body }]) => [address, JSON.parse(String(body))])

test('a device that drifted is adopted, overwritten and ignored, each after a question that says what happens', async () => {
  drawWindows(everything, <ConfigState device={device} config={config('drifted')} />)
  screen.getByText(/^Drifted: the device has version 3 instead of the intended version 2\. Adopt/)
  await press('Overwrite')
  await confirm('Overwrite the configuration of Pump 7?', 'Cancel')
  await press('Adopt')
  await screen.findByText(/^The configuration on the device becomes the intended one/)
  expect(posted()).toEqual([])
  await confirm('Adopt the configuration of Pump 7?', 'Adopt')
  await waitFor(() => expect(toast).toHaveBeenCalledWith('Configuration of 1 device adopted successfully', 'success'))
  await press('Ignore')
  await confirm('Ignore the difference on Pump 7?', 'Ignore')
  await press('Overwrite')
  await screen.findByText(/It has 2 minutes to connect with it, 5 on a metered connection/)
  await confirm('Overwrite the configuration of Pump 7?', 'Overwrite')
  await waitFor(() => expect(openActionTab).toHaveBeenCalledWith({ id: 9, kind: 'roll_back' }))
  expect(posted()).toEqual(
    ['adopt', 'ignore', 'overwrite'].map((change) => [`/api/devices/configurator/${change}`, { device_id: [7] }]),
  )
})

test('what is ignored is not ignored again, and a device in sync has nothing to settle', () => {
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
  drawWindows(everything, <ConfigState device={device} config={config('ignored')} />)
  expect(names()).toEqual(['Adopt', 'Overwrite', 'Log', 'Read now', 'Configure…'])
  cleanup()
  drawWindows(everything, <ConfigState device={{ ...device, status: 0 }} config={config('in_sync')} />)
  expect(names()).toEqual(['Log', 'Read when online', 'Configure…'])
  cleanup()
  drawWindows([], <ConfigState device={device} config={config('drifted')} />)
  expect(names()).toEqual(['Log'])
  screen.getByText('Drifted: the device has version 3 instead of the intended version 2.')
  cleanup()
  drawWindows(everything, <ConfigState device={device} config={{ ...config('drifted'), unread: true }} />)
  expect(names()).toEqual(['Ignore', 'Log', 'Read now', 'Configure…'])
  screen.getByText(/^It was changed on the device since it was last read/)
})

test('all devices of a filtered list are named: calls know no filter by state', async () => {
  const selected = { filter: { state: 'drifted' }, count: 3, names: [] }
  const clear = vi.fn()
  drawWindows(everything, <ConfigBulk selected={selected} clear={clear} />)
  await press('Adopt')
  await confirm('Adopt the configurations of 3 devices?', 'Adopt')
  await waitFor(() => expect(clear).toHaveBeenCalledOnce())
  expect(posted()).toEqual([['/api/devices/configurator/adopt', { device_id: [1, 2, 3] }]])
  expect(fetched.mock.calls[0]?.[0]).toContain('state=drifted')
})
