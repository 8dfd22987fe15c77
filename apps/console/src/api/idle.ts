/** Milliseconds after which the page counts as idle anyway. */
const restless = 2000

/** Resolves when the page is idle; Safari does not report that, so it only waits a moment there. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: restless })
    else setTimeout(resolve, 50)
  })
