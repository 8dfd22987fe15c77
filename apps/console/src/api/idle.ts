/** Milliseconds after which one no longer waits for the page to come to rest. */
const restless = 2000

/** Resolves when the page has nothing to do; Safari cannot tell, there it takes a moment. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: restless })
    else setTimeout(resolve, 50)
  })
