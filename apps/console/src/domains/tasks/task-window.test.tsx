import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import './texts.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { windows } from '../../windows/store.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { newDraft } from './draft.ts'
import { TaskWindow } from './task-window.tsx'

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => vi.fn() }))

const field = { required: false, type: 'string', secret: false, values: [], description: '' }
const operations = [
  {
    method: 'POST',
    path: '/api/firewall/rules/{id}',
    summary: 'Add a rule',
    parameters: [{ ...field, name: 'id', in: 'path', required: true }],
    body: true,
    fields: [
      { ...field, name: 'data', type: 'object', required: true },
      { ...field, name: 'data.name', required: true },
    ],
  },
]
const fetched = vi.fn<(address: string) => Promise<Response>>()

beforeEach(async () => {
  await startTexts()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  fetched.mockImplementation(async (address) => {
    const data = address.includes('/operations') ? operations : [{ system: 'rutos' }]
    return new Response(JSON.stringify({ success: true, data }))
  })
})
afterEach(() => {
  closeWindows()
  cleanup()
  fetched.mockReset()
  vi.unstubAllGlobals()
})

test('an API request has the operations of the API documents to choose from, and takes any other path', async () => {
  const onDone = vi.fn()
  drawWindows(['view_multi_configuration'])
  const task = { ...newDraft(), name: 'Rule', type: 'api_request' as const, method: 'GET' }
  act(() => windows.open({ id: 'task', title: 'Task', content: <TaskWindow task={task} isNew onDone={onDone} /> }))
  const path = screen.getByLabelText(/^Path of the device API/) as HTMLInputElement
  await waitFor(() => expect(path.list?.options[0]?.value).toBe('/api/firewall/rules/{id}'))
  fireEvent.change(path, { target: { value: '/api/firewall/rules/{id}' } })
  expect(await screen.findByText('In the API document with another method: POST')).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/^Method/), { target: { value: 'POST' } })
  expect(await screen.findByText('Replace {id} with a value')).toBeTruthy()
  fireEvent.change(path, { target: { value: '/api/firewall/rules/%zone%' } })
  expect(await screen.findByText('Add a rule')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Insert required fields' }))
  const data = screen.getByLabelText(/^Request data/) as HTMLTextAreaElement
  expect(JSON.parse(data.value)).toEqual({ data: { name: '' } })
  expect(screen.queryByRole('button', { name: 'Insert required fields' })).toBeNull()

  fireEvent.change(path, { target: { value: '/api/own/path' } })
  expect(await screen.findByText('Not in the API document')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add task' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(onDone.mock.calls[0]?.[0]).toMatchObject({ method: 'POST', path: '/api/own/path', body: data.value })
})
