import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headTransform, outwardHead } from './document-head.ts'
import type { Sides } from './sides.ts'

const outer = 'https://0123456789abcdef0123456789abcdef.connect.example'
const sides: Sides = { outer, protocol: 'http', host: '127.0.0.1', port: 80, shared: false }

test.each([
  ['<base href="http://192.168.1.1/">', `<base href="${outer}/">`],
  ["<BASE target=_top HREF='http://192.168.1.1/a/'>", `<BASE target=_top HREF='${outer}/a/'>`],
  ['<base href=http://192.168.1.1/>', `<base href="${outer}/">`],
  [
    '<meta http-equiv="refresh" content="0; URL=http://192.168.1.1/login.html">',
    `<meta http-equiv="refresh" content="0; URL=${outer}/login.html">`,
  ],
  [
    `<meta content="0;url='http://router.lan/'" http-equiv=Refresh />`,
    `<meta content="0;url='${outer}/'" http-equiv=Refresh />`,
  ],
])('%s becomes %s', (from, to) => expect(outwardHead(from, sides)).toBe(to))

test.each([
  '<base href="/cgi-bin/">',
  '<base href="https://cdn.example/">',
  '<meta name="description" content="0; url=http://192.168.1.1/">',
  '<meta http-equiv="refresh" content="60">',
  '<a href="http://192.168.1.1/">',
  '<baseline href="http://192.168.1.1/">',
  '<meta data-content="0; url=http://192.168.1.1/" http-equiv="refresh" content="5">',
])('%s stays', (html) => expect(outwardHead(html, sides)).toBe(html))

const sent = async (chunks: readonly Buffer[]) => buffer(Readable.from(chunks).pipe(headTransform(sides)))

test('the rest of a document is passed on byte for byte, however it arrives', async () => {
  const html = Buffer.concat([
    Buffer.from('<!doctype html><head><base href="http://192.168.1.1/"></head><body>'),
    Buffer.from([0xe9, 0xff, 0x00, 0xc3]),
    Buffer.from('<base href="http://192.168.1.1/">'),
  ])
  const right = Buffer.from(html.toString('latin1').replace('http://192.168.1.1/', `${outer}/`), 'latin1')
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(html.length)), async (cuts) => {
      const at = [0, ...cuts.toSorted((one, other) => one - other), html.length]
      const chunks = at.slice(1).map((to, index) => html.subarray(at[index], to))
      expect((await sent(chunks.filter(({ length }) => length > 0))).equals(right)).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('a document without a head, an empty one and one of a single long tag are passed on', async () => {
  for (const text of ['', '<p>Hello', `<meta ${'x'.repeat(200_000)}`, '<base href="'.repeat(3000)])
    expect((await sent(text === '' ? [] : [Buffer.from(text)])).toString()).toBe(text)
})
