import './texts.ts'
import './invitations-texts.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { windows } from '../../windows/store.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { InviteWindow } from './invite-window.tsx'

afterEach(() => {
  closeWindows()
  cleanup()
  vi.unstubAllGlobals()
})

const companies = [
  { id: 1, name: 'Home' },
  { id: 2, name: 'South' },
]
const usual = { id: 3, name: 'end_user', title: 'End Client' }
const own = { 1: { id: 11, name: 'pumps', title: 'Pumps' }, 2: { id: 12, name: 'cranes', title: 'Cranes' } }

async function answer(address: string): Promise<Response> {
  const { pathname, searchParams } = new URL(address, 'http://console.test')
  const rolesOf = (id: string | null) => [usual, ...(id === '1' || id === '2' ? [own[id]] : [])]
  const data = pathname === '/api/companies' ? companies : rolesOf(searchParams.get('company_id'))
  return new Response(JSON.stringify({ success: true, data, meta: { total: data.length, sends: true } }))
}

const role = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Role' })

const option = (name: string) => screen.queryByRole('option', { name, hidden: true })

test('S5.32: the roles offered for an invitation are those of its company', async () => {
  await startTexts()
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  drawWindows(['view_companies'])
  act(() => windows.open({ id: 'invite', title: 'Invite', content: <InviteWindow company={1} /> }))
  await waitFor(() => expect(role().value).toBe('End Client'))
  fireEvent.click(role())
  await screen.findByRole('option', { name: 'Pumps', hidden: true })
  fireEvent.click(screen.getByRole('combobox', { name: 'Company' }))
  fireEvent.click(await screen.findByRole('option', { name: 'South', hidden: true }))
  await waitFor(() => expect(role().value).toBe('End Client'))
  fireEvent.click(role())
  await screen.findByRole('option', { name: 'Cranes', hidden: true })
  expect([option('Pumps'), option('End Client')]).toEqual([null, expect.anything()])
})
