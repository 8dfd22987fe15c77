import { brandCss } from '@longreach/contract/brand/css'
import { neutralBrand } from '@longreach/contract/brand/neutral'
import { createRamp } from '@longreach/contract/brand/ramp'
import { type Brand, brandSchema } from '@longreach/contract/brand/schemas'

async function request(): Promise<unknown> {
  const answer = await fetch('/brand', { signal: AbortSignal.timeout(5000) })
  return answer.ok ? answer.json() : {}
}

/** The brand for a page not written by the server; adds its colours. The neutral default if it cannot be read. */
export async function fetchBrand(): Promise<Brand> {
  const answer = await request().catch(() => ({}))
  const brand = brandSchema.safeParse(answer).data ?? neutralBrand
  const style = document.createElement('style')
  style.textContent = brandCss(createRamp(brand.color))
  document.head.append(style)
  return brand
}
