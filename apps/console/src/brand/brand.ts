import { type Brand, brandSchema } from '@longreach/contract/brand/schemas'
import { createContext, use } from 'react'
import { takeEarly } from '../api/early.ts'
import { setConsoleName } from '../ui/page-title.ts'
import { brandCss } from './css.ts'
import { type BrandRamp, createRamp } from './ramp.ts'

const fallback: Brand = brandSchema.parse({})

/** Accepts a valid brand, and returns the neutral default otherwise. */
export function readBrand(answer: unknown): Brand {
  return brandSchema.safeParse(answer).data ?? fallback
}

/** From the page, where the server wrote it, or `GET /brand`; the fallback if neither can be read. */
export async function loadBrand(): Promise<Brand> {
  try {
    const written = document.getElementById('brand-data')?.textContent
    if (written) return readBrand(JSON.parse(written))
    const answer = await (takeEarly('/brand') ?? fetch('/brand', { signal: AbortSignal.timeout(5000) }))
    if (!answer.ok) return fallback
    const body = (await answer.json()) as { data?: unknown }
    return readBrand(body.data ?? body)
  } catch {
    return fallback
  }
}

/** Applies the brand's colours and stores them for the first paint of the next visit. */
export function applyBrand(brand: Brand): BrandRamp {
  const ramp = createRamp(brand.color)
  const css = brandCss(ramp)
  const present = document.getElementById('brand') ?? document.createElement('style')
  present.id = 'brand'
  present.textContent = css
  document.head.append(present)
  setConsoleName(brand.full_app_name)
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (brand.favicon && icon) icon.href = brand.favicon
  try {
    localStorage.setItem('brandCss', css)
  } catch {
    // A full or forbidden storage costs one flash of the default colour.
  }
  return ramp
}

export const BrandContext = createContext<Brand>(fallback)
export const useBrand = () => use(BrandContext)
