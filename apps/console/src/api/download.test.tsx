import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { download, fileName } from './download.ts'

const fetched = vi.fn<(address: string) => Promise<Response>>()
const saved: [name: string, text: string][] = []
let blobs: Blob[] = []

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  saved.length = 0
  blobs = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob) - 1}`)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.download, this.href])
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  fetched.mockReset()
})

const file = () => new Response('a,b', { headers: { 'content-disposition': 'attachment; filename="devices.csv"' } })
const refused = (status: number, message: string) =>
  new Response(JSON.stringify({ success: false, errors: [{ code: 'X', message, source: null }] }), { status })

test('S7.85 S7.86 the file has the name of the answer', async () => {
  fetched.mockResolvedValue(file())
  await download('/devices/export', 'list.csv')
  expect(saved).toEqual([['devices.csv', 'blob:0']])
  expect(await blobs[0]?.text()).toBe('a,b')
})

test('S7.87 a 401 refreshes the session, and the file is fetched once more', async () => {
  let signedIn = false
  fetched.mockImplementation(async (address) => {
    if (address.endsWith('/refresh')) {
      signedIn = true
      return new Response(JSON.stringify({ success: true, data: { exp: 1 } }))
    }
    return signedIn ? file() : refused(401, 'Sign in first')
  })
  await download('/devices/export', 'list.csv')
  expect(saved).toHaveLength(1)
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([
    '/api/devices/export',
    '/api/account/token/refresh',
    '/api/devices/export',
  ])
})

test('an error of the server is thrown, and nothing is saved', async () => {
  fetched.mockResolvedValue(refused(429, 'Too many downloads'))
  await expect(download('/devices/export', 'list.csv')).rejects.toMatchObject({ message: 'Too many downloads' })
  expect(saved).toEqual([])
})

test.each([
  ['attachment; filename="a b.csv"', 'a b.csv'],
  ['attachment; filename=plain.csv', 'plain.csv'],
  ["attachment; filename=x.csv; filename*=UTF-8''%C3%A4.csv", 'ä.csv'],
  ["attachment; filename=x.csv; filename*=UTF-8''%E4.csv", 'x.csv'],
  ['attachment; filename="../../etc/passwd"', '.._.._etc_passwd'],
  ['attachment', 'list.csv'],
  [null, 'list.csv'],
])('the name of %s is %s', (disposition, name) => {
  expect(fileName(disposition, 'list.csv')).toBe(name)
})
