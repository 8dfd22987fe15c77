declare global {
  interface Window {
    __early?: Record<string, Promise<Response>>
  }
}

/** Whether index.html has requested a URL and its response was not taken yet. */
export const isEarly = (address: string) => window.__early?.[address] !== undefined

/** The response that the inline script of index.html already requested; each can be taken once. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const waiting = window.__early?.[address]
  if (window.__early) delete window.__early[address]
  return waiting
}
