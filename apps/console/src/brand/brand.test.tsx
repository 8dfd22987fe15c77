import { brandSchema } from '@longreach/contract/brand/schemas'
import { afterEach, expect, test, vi } from 'vitest'
import { loadBrand } from './brand.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.head.replaceChildren()
})

test('the brand the server wrote into the page is not requested again', async () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  document.head.innerHTML = '<script type="application/json" id="brand-data">{"app_name":"Acme"}</script>'
  expect(await loadBrand()).toEqual({ app_name: 'Acme' })
  expect(fetched).not.toHaveBeenCalled()
})

test.each([
  ['a valid answer', async () => Response.json({ app_name: 'Acme' }), 'Acme'],
  ['an invalid one', async () => Response.json({ color: 'red' }), 'Console'],
  ['no answer', () => Promise.reject(new TypeError()), 'Console'],
])('a page without one requests it, with its colours: %s', async (_, answer, name) => {
  vi.stubGlobal('fetch', answer)
  expect(await loadBrand()).toEqual(brandSchema.parse({ app_name: name }))
  expect(document.head.querySelector('style')?.textContent).toMatch(/--brand-6:#/)
})
