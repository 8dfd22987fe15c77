import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import './texts.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { writeTimeZone } from '../../ui/time-zone.ts'
import { windows } from '../../windows/store.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { NewCampaignWindow, ResumeCampaignWindow } from './campaign-windows.tsx'
import { retry } from './change.ts'
import { EditChangeWindow } from './edit-change-window.tsx'

vi.mock('../../ui/toast.ts', () => ({ toast: vi.fn() }))

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const navigate = vi.fn()
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate }))

const image = { device_model: 'RUTX', size: 1, company_id: 1, company_name: '', description: '', devices: 2 }
const images = [
  { ...image, file_id: 4, name: 'a.bin', version: 'RUTX_R_00.07.15', group: 'stable' },
  { ...image, file_id: 5, name: 'b.bin', version: 'RUTX_R_00.07.16', group: 'own' },
]
const preview = { selected: 2, devices: 2, offline: 0, newer: 0, metered: 0, bytes_each: 1, bytes: 2, excluded: [] }

let offered: object[]

beforeEach(async () => {
  await startTexts()
  offered = images
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  fetched.mockImplementation(async (address) => {
    const choices = { selected: 2, usable: 2, versions: [], more_versions: 0, images: offered }
    const data = address.includes('choices') ? choices : address.includes('preview') ? preview : { id: 9 }
    return new Response(JSON.stringify({ success: true, data }))
  })
})
afterEach(() => {
  closeWindows()
  cleanup()
  writeTimeZone(null)
  fetched.mockReset()
  vi.unstubAllGlobals()
})

function open(content: React.ReactNode) {
  drawWindows([])
  act(() => windows.open({ id: 'campaign', title: 'Campaign', content }))
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const sentTo = (part: string) => {
  const body = fetched.mock.calls.find(([address]) => address.endsWith(part))?.[1].body
  return body === undefined ? undefined : (JSON.parse(String(body)) as object)
}

test('a campaign that halted is resumed with a reason only: without one the window stays, with the error at the field', async () => {
  open(<ResumeCampaignWindow id={7} />)
  await press('Resume')
  expect(screen.getByLabelText(/^Why it is safe/).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Required')).toBeTruthy()
  expect(sentTo('/resume')).toBeUndefined()
  fireEvent.change(screen.getByLabelText(/^Why it is safe/), { target: { value: ' It is in repair ' } })
  await press('Resume')
  expect(sentTo('/campaigns/7/resume')).toEqual({ reason: 'It is in repair' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the stable image of a new campaign is preselected, and the zone of its hours is that of the user', async () => {
  writeTimeZone('Asia/Tokyo')
  open(<NewCampaignWindow rows={{ device_id: [1, 2] }} />)
  await waitFor(() => expect(screen.getByRole('radio', { name: /07\.15/ })).toHaveProperty('checked', true))
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Night' } })
  fireEvent.click(screen.getByLabelText('Only at certain hours'))
  const zone = screen.getByLabelText(/^Time zone/)
  expect(zone).toHaveProperty('value', 'Asia/Tokyo')
  fireEvent.click(zone)
  fireEvent.click(await screen.findByRole('option', { name: 'America/New York', hidden: true }))
  await press('Create campaign')
  expect(sentTo('/campaigns')).toMatchObject({ file_id: 4, hours_zone: 'America/New_York', device_id: [1, 2] })
})

test('no image is preselected if none was declared stable; without one the campaign is not created', async () => {
  offered = images.slice(1)
  open(<NewCampaignWindow rows={{ device_id: [1, 2] }} />)
  expect(await screen.findByRole('radio', { name: /07\.16/ })).toHaveProperty('checked', false)
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Night' } })
  await press('Create campaign')
  expect(screen.getByText('Required')).toBeTruthy()
  expect(sentTo('/campaigns')).toBeUndefined()
})

test('a retry asks for the secret values that were wiped, and says at the field what is wrong', async () => {
  const campaign = { id: 7, name: 'Branch', secrets_wiped: ['password'] }
  drawWindows([])
  await act(() => retry(campaign, new QueryClient(), [3]))
  const refused = { code: 'VALIDATION_FAILED', source: 'variables.password', message: 'Enter a value' }
  fetched.mockImplementationOnce(
    async () => new Response(JSON.stringify({ success: false, errors: [refused] }), { status: 422 }),
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^password/)))
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Enter a value')).toBeTruthy()
  const field = screen.getByLabelText(/^password/)
  expect([field.getAttribute('type'), field.getAttribute('aria-invalid')]).toEqual(['password', 'true'])
  fireEvent.change(field, { target: { value: 'hunter2' } })
  fetched.mockClear()
  await press('Retry')
  expect(sentTo('/campaigns/7/retry')).toEqual({
    variables: [{ name: 'password', value: 'hunter2' }],
    device_id: [3],
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

const draft = {
  id: 7,
  name: 'Branch',
  file_id: null,
  file_name: 'Branch 1.0.0',
  selection: { device_id: [1, 2] },
  plan: {
    waves: [{ of: 'rest', failures: 1 }],
    soak: 0,
    check_wan: true,
    check_reports: false,
    hours: null,
    keep_settings: true,
    downgrade: false,
    metered: false,
    undone_first: 1,
    undone_all: 2,
    seconds: 90,
    size: 0,
  },
}

test.each([
  ['configure', { undone_first: 1, undone_all: 2 }, {}],
  ['restore', { undone_first: 1 }, { content: { file_id: 4, other_firmware: false, metered: false, seconds: 90 } }],
  ['task_group', {}, {}],
] as const)(
  'a draft of the kind %s is changed: what it brings stays if nothing else is selected',
  async (kind, rest, brings) => {
    const campaign = { ...draft, kind, file_id: kind === 'restore' ? 4 : null }
    open(<EditChangeWindow campaign={campaign as never} />)
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Branches' } })
    expect(screen.queryByText('Rolls out Branch 1.0.0.') === null).toBe(kind === 'restore')
    expect(screen.queryByLabelText(/^In the first wave/) === null).toBe(kind === 'task_group')
    await press('Save')
    await waitFor(() => expect(sentTo('/campaigns/changes/7')).toBeDefined())
    const waves = [{ of: 'rest', failures: 1 }]
    expect(sentTo('/campaigns/changes/7')).toMatchObject({
      name: 'Branches',
      waves,
      check_wan: true,
      ...rest,
      ...brings,
    })
    expect(Object.hasOwn(sentTo('/campaigns/changes/7') ?? {}, 'content')).toBe(kind === 'restore')
  },
)
