import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { screens } from '../../app/screens.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { HelpPanel } from './help-panel.tsx'
import { loadHelp } from './help-texts.ts'

beforeAll(async () => {
  await startTexts()
  await loadHelp()
})
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('S1.65 S9.55 the panel explains the page, and follows to the next after 700 ms', async () => {
  const close = vi.fn()
  const { rerender } = await act(async () => render(<HelpPanel about="tags.main" onClose={close} />))
  expect(screen.getByRole('heading').textContent).toBe('Tags')
  rerender(<HelpPanel about="users.roles" onClose={close} />)
  act(() => vi.advanceTimersByTime(699))
  expect(screen.getByRole('heading').textContent).toBe('Tags')
  act(() => vi.advanceTimersByTime(1))
  expect(screen.getByRole('heading').textContent).toBe('Roles')
  fireEvent.keyDown(screen.getByRole('complementary'), { key: 'Escape' })
  expect(close).toHaveBeenCalledTimes(1)
})

test('there is a text for every name of help, and a page for every text', async () => {
  const help = await loadHelp()
  for (const text of Object.values(help)) expect(text).toEqual({ title: expect.any(String), text: expect.any(String) })
  // Paragraphs are separated by an empty line; markup would be shown literally.
  expect(Object.entries(help).filter(([, { text }]) => /<\/?\w+>/.test(text))).toEqual([])
  const named = screens.flatMap((screen) => screen.help ?? [])
  expect(Object.keys(help).sort()).toEqual([...new Set(named)].sort())
})

test('S2.257 S2.262 S2.263 S2.264 S2.269 S2.270 S2.271 S2.272 S2.273 S2.274 S2.275 S2.277 help links of the specification lead from their pages', () => {
  const pages = (name: string) => screens.filter(({ help }) => help === name).map(({ path }) => path)
  expect({
    'management.devices': pages('management.devices'),
    'remote.access': pages('remote.access'),
    'remote.info': pages('remote.info'),
    'service.connect-history': pages('service.connect-history'),
    'users.companies': pages('users.companies'),
    'users.table': pages('users.table'),
    'users.invitations': pages('users.invitations'),
    'tags.main': pages('tags.main'),
    'management.files': pages('management.files'),
    'users.roles': pages('users.roles'),
    'dynamic.parameters': pages('dynamic.parameters'),
  }).toEqual({
    'management.devices': ['/management/devices'],
    'remote.access': ['/devices/$id/access', '/remote/access'],
    'remote.info': ['/remote/access/$id'],
    'service.connect-history': ['/access-history'],
    'users.companies': ['/companies', '/companies/tree'],
    'users.table': ['/users'],
    'users.invitations': ['/users/invitations'],
    'tags.main': ['/tags', '/tag/$id'],
    'management.files': ['/management/files'],
    'users.roles': ['/users/roles'],
    'dynamic.parameters': ['/devices/$id/metrics/$group', '/devices/$id/monitoring-parameters-history'],
  })
  expect(pages('company.info')).toContain('/companies/$company_id')
})

test('every page inside the shell has help, but the changelog', () => {
  const without = screens.filter(({ standalone, help }) => !standalone && !help).map(({ path }) => path)
  expect(without).toEqual(['/changelog'])
})
