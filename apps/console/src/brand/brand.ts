import { neutralBrand } from '@longreach/contract/brand/neutral'
import type { Brand } from '@longreach/contract/brand/schemas'
import { createContext, use } from 'react'
import { setConsoleName } from '../ui/page-title.ts'

/** The brand that the server wrote into the page with its colours; in development, from `GET /brand`. */
export async function loadBrand(): Promise<Brand> {
  const written = document.getElementById('brand-data')?.textContent
  return written ? (JSON.parse(written) as Brand) : (await import('./fetched-brand.ts')).fetchBrand()
}

/** Applies the parts of the brand that are not in the page yet. */
export function applyBrand(brand: Brand): void {
  setConsoleName(brand.full_app_name)
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (brand.favicon && icon) icon.href = brand.favicon
}

export const BrandContext = createContext<Brand>(neutralBrand)
export const useBrand = () => use(BrandContext)
