import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { domains } from '../../app/domains.ts'
import { startTexts, textOf } from '../../i18n/i18n.ts'
import { registerDomains } from '../../registry/registered.ts'
import { groupSize } from '../../registry/search-provider.ts'
import { loadSearchables, offeredTo, parseRequest } from './searchables.ts'

const fetched = vi.fn<(address: string) => Promise<Response>>()
beforeEach(() => {
  registerDomains(domains)
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

test('S2.183 S7.55 S7.56 S7.57 S7.58 S7.62 S9.35 each kind requests ten from its own list, with the fields that are shown; the total is that of the meta', async () => {
  const rows = [{ id: 7, name: 'Pier', username: 'pier' }]
  fetched.mockImplementation(
    async () => new Response(JSON.stringify({ success: true, data: rows, meta: { total: 31 } })),
  )
  for (const provider of (await loadSearchables()).providers) {
    const { items, total } = await provider.find('pi er', { within: '3' }, new AbortController().signal)
    expect([items[0]?.id, items[0]?.title.toLowerCase(), total]).toEqual([7, 'pier', 31])
  }
  const asked = fetched.mock.calls.map(([address]) => new URL(address, 'https://a.example'))
  expect(asked.map(({ pathname }) => pathname)).toEqual([
    '/api/devices',
    '/api/companies',
    '/api/devices/remote-access',
    '/api/tags',
    '/api/files',
    '/api/images',
    '/api/users',
  ])
  for (const { searchParams } of asked) {
    expect([searchParams.get('q'), searchParams.get('limit')]).toEqual(['pi er', String(groupSize)])
    expect(searchParams.get('within')).toBe('3')
    expect(searchParams.get('search-fields')).toMatch(/^name,email\b/)
    expect(searchParams.get('fields')).toMatch(/^id,name,status,email,protocol,enabled,color\b/)
  }
  expect(groupSize).toBe(10)
})

test.each([
  ['shell oslo 12', { verb: 'shell', q: 'oslo 12' }],
  ['  Reboot   bus ', { verb: 'reboot', q: 'bus' }],
  ['web', { verb: null, q: 'web' }],
  ['shellfish', { verb: null, q: 'shellfish' }],
  ['oslo shell', { verb: null, q: 'oslo shell' }],
  ['', { verb: null, q: '' }],
])('%j', async (text, request) => {
  const { verbs } = await loadSearchables()
  expect(parseRequest(text, verbs)).toEqual(request)
})

test('each command has a title of its own', async () => {
  await startTexts()
  const { commands } = await loadSearchables()
  const titles = commands.map(({ label }) => textOf(label))
  expect(titles).toContain('Add device')
  expect(commands.filter(({ label }, at) => titles[at] === label.split(':')[1])).toEqual([])
  expect(new Set(titles).size).toBe(titles.length)
})

test('commands are offered by permission, and those of the own account not while impersonating', async () => {
  const { commands } = await loadSearchables()
  const keys = (user: Parameters<typeof offeredTo>[0]) => offeredTo(user, commands).map(({ key }) => key)
  const account = ['change-password', 'change-email', 'new-token']
  expect(keys({ permissions: [], isImpersonating: false })).toEqual(account)
  expect(keys({ permissions: ['create_tags'], isImpersonating: true })).toEqual(['add-tag'])
})
