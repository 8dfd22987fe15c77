import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brandSchema } from '@longreach/contract/brand/schemas'
import { expect, test } from 'vitest'
import { loadBrand } from '../brand.ts'
import { buildStamp, inBrand, inlineHashes } from './pages.ts'

const built = '<head><title>Console</title><script>first()</script></head>'
/** Splits the page like a browser: a script ends at the first end tag after it. */
const scriptsOf = (html: string) =>
  [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, body]) => body ?? '')

const hostile = '</script><script>alert("$&")</script> & Sons'

test('the page carries the brand as data, whatever its names are, and no other script', () => {
  const brand = brandSchema.parse({ full_app_name: hostile })
  const page = inBrand(built, brand)
  const [data, first, ...others] = scriptsOf(page)
  expect(JSON.parse(data ?? '')).toEqual(brand)
  expect([first, others]).toEqual(['first()', []])
  expect(page).toContain('<title>&lt;/script&gt;&lt;script&gt;alert("$&amp;")&lt;/script&gt; &amp; Sons</title>')
})

test('the colours of the brand follow the style sheets of the build, which have those of the default brand', () => {
  const page = inBrand(
    '<head><title>Console</title><link rel="stylesheet" href="/a.css"></head>',
    brandSchema.parse({ color: '#0a7d55' }),
  )
  expect(page).toMatch(
    /<link rel="stylesheet" href="\/a.css"><style>:root\{[^<]*--brand-6:#0a7d55;[^<]*\}<\/style><\/head>/,
  )
})

test('the policy allows the inline line of the page and not the data', () => {
  expect(inlineHashes(built)).toEqual(inlineHashes(inBrand(built, brandSchema.parse({}))))
})

test('the page names its build, the same for the same files and whatever the brand', () => {
  const stampOf = (html: string) => /<meta name="build" content="(\d+)"/.exec(html)?.[1]
  const page = inBrand(built, brandSchema.parse({}))
  expect(stampOf(page)).toBe(String(buildStamp(built)))
  expect(stampOf(inBrand(built, brandSchema.parse({ app_name: 'Other' })))).toBe(stampOf(page))
  expect(buildStamp(`${built} `)).not.toBe(buildStamp(built))
})

test('S1.27 S1.28 S1.29 S1.30 S1.31 S1.33 S1.35 S1.38 S1.41: the brand file supplies names, logo, icon, disabled routes and whether it is the default', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'brand-'))
  const file = path.join(folder, 'brand.json')
  const own = {
    default: false,
    company_name: 'Acme Ltd',
    app_name: 'Acme',
    full_app_name: 'Acme Remote',
    logo: '/brand/logo.svg',
    favicon: '/brand/icon.png',
    disabled_routes: ['/vpn/hubs'],
  }
  try {
    await writeFile(file, JSON.stringify(own))
    const page = inBrand(
      '<head><title>Console</title><link rel="icon" href="/favicon.svg"></head>',
      await loadBrand(file),
    )
    expect(JSON.parse(scriptsOf(page)[0] ?? '')).toMatchObject(own)
    expect(page).toContain('<title>Acme Remote</title>')
    expect(await loadBrand(undefined)).toMatchObject({ default: true, disabled_routes: [] })
  } finally {
    await rm(folder, { recursive: true })
  }
})
