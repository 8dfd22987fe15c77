import { type BrowserContext, test as base } from '@playwright/test'

/** Storage that is emptied between tests; the HTTP cache stays. */
const storage = 'local_storage,indexeddb,service_workers,cache_storage'

/** Empties the context and closes its pages, except the first one. */
async function empty(context: BrowserContext, origin: string): Promise<void> {
  const [first, ...pages] = context.pages()
  if (!first) throw new Error('The context has lost its first page')
  await Promise.all(pages.map((page) => page.close()))
  await context.unrouteAll()
  await context.clearCookies()
  await context.clearPermissions()
  await context.setOffline(false)
  const session = await context.newCDPSession(first)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: storage })
  await session.detach()
}

/**
 * Tests of a worker share a context, and thus what it has loaded; it is empty before each of them. Its first page stays
 * open, so that its process does, too, and with it what it has compiled: a third of what loading the console takes.
 */
export const test = base.extend<object, { shared: BrowserContext }>({
  shared: [
    async ({ browser }, use, { project }) => {
      const { baseURL = '', viewport = null } = project.use
      const context = await browser.newContext({ baseURL, viewport })
      await (await context.newPage()).goto('/ready')
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ shared, browser, baseURL, hasTouch }, use) => {
    if (hasTouch) {
      const own = await browser.newContext()
      await use(own)
      await own.close()
      return
    }
    await empty(shared, baseURL ?? '')
    await use(shared)
  },
})
