import type { Browser, BrowserContext } from '@playwright/test'
import type { Installation } from './installation.ts'

/** A browser context of its own with an empty cache, in which the administrator is signed in. */
export async function signedInContext(
  browser: Browser,
  { url, admin }: Pick<Installation, 'url' | 'admin'>,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const domain = new URL(url).hostname
  await context.addCookies(
    [...admin.cookies].map(([name, value]) => ({ name, value, domain, path: '/', secure: name.startsWith('__') })),
  )
  return context
}
