import { brandSchema } from '@longreach/contract/brand/schemas'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { BrandContext } from '../brand/brand.ts'
import { startTexts } from '../i18n/i18n.ts'
import { BrandLink } from './brand-link.tsx'

beforeAll(startTexts)
afterEach(cleanup)

let setWide = (_: boolean) => {}

async function show(brand: object) {
  const Page = () => {
    const [wide, set] = useState(true)
    setWide = set
    return <BrandLink wide={wide} />
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory(),
  })
  await router.load()
  render(
    <BrandContext value={brandSchema.parse(brand)}>
      <RouterProvider router={router as never} />
    </BrandContext>,
  )
}

test('S2.5 S2.158 S2.159 S9.60 the full logo leads to the devices, and fades into the small one', async () => {
  await show({ app_name: 'Fleetly' })
  const link = screen.getByRole('link', { name: 'Fleetly, home' })
  expect(link.getAttribute('href')).toBe('/management/devices')
  expect(screen.getByText('Fleetly')).toBeTruthy()
  act(() => setWide(false))
  expect(link.querySelector('[data-leaving]')).toBeTruthy()
  expect(screen.getByText('Fleetly')).toBeTruthy()
  await vi.waitFor(() => expect(screen.queryByText('Fleetly')).toBeNull())
  expect(link.querySelector('[data-leaving]')).toBeNull()
})

test('S2.160 the default brand has its mark, another its own pictures', async () => {
  await show({})
  expect(document.querySelector('a svg')).toBeTruthy()
  cleanup()
  await show({ default: false, logo: '/full.svg', logo_collapsed: '/small.svg' })
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/full.svg')
  act(() => setWide(false))
  await vi.waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toBe('/small.svg'))
})
