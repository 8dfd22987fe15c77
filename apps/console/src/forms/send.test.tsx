import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toMultipart } from '../api/upload.ts'
import { sendForm } from './send.ts'

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const posted: { address: string; form: FormData; headers: Record<string, string> }[] = []
let statuses: number[] = []

/** What the browser sends files with. */
class FakeRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  status = 0
  statusText = ''
  responseText = JSON.stringify({ success: true, data: { id: 7 }, message: 'Taken' })
  private address = ''
  private readonly headers: Record<string, string> = {}
  open(_method: string, address: string) {
    this.address = address
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader() {
    return null
  }
  send(form: FormData) {
    posted.push({ address: this.address, form, headers: this.headers })
    this.status = statuses.shift() ?? 200
    this.upload.onprogress?.({ loaded: 1, total: 4 })
    this.onload?.()
  }
}

beforeEach(() => {
  statuses = []
  posted.length = 0
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  fetched.mockImplementation(async () => new Response(JSON.stringify({ success: true, data: {} })))
})
afterEach(() => {
  fetched.mockReset()
  vi.unstubAllGlobals()
})

test('S7.81: a POST of JSON by default, to any path below any base', async () => {
  await sendForm({ url: '/tags' }, { name: 'Pier' }, {})
  await sendForm({ url: '/user', method: 'PUT', base: '/other' }, {}, {})
  expect(fetched.mock.calls.map(([address, { method, body }]) => [address, method, body])).toEqual([
    ['/api/tags', 'POST', '{"name":"Pier"}'],
    ['/other/user', 'PUT', '{}'],
  ])
})

test('S7.82: files are sent as parts of a POST; items of lists are numbered, and an empty list is sent too', async () => {
  const file = new File(['{}'], 'a.json')
  const seen: number[] = []
  const answer = await sendForm(
    { url: '/configs' },
    { system: 'rutos', tag: [], id: [3, 4] },
    { file: [file] },
    (part) => seen.push(part),
  )
  const [{ address, form, headers }] = posted as [(typeof posted)[number]]
  expect(address).toBe('/api/configs')
  expect(headers['X-Requested-With']).toBe('XMLHttpRequest')
  expect([...form.keys()]).toEqual(['system', 'tag[]', 'id[0]', 'id[1]', 'file[0]'])
  expect((form.get('file[0]') as File).name).toBe('a.json')
  expect(seen).toEqual([0.25])
  expect(answer).toMatchObject({ data: { id: 7 }, message: 'Taken' })
  expect([...toMultipart({ a: null, b: false }).entries()]).toEqual([['b', 'false']])
})

test('files are also sent once more after a 401', async () => {
  statuses = [401, 200]
  await sendForm({ url: '/configs' }, {}, { file: [new File(['{}'], 'a.json')] })
  expect(posted).toHaveLength(2)
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/account/token/refresh'])
})
