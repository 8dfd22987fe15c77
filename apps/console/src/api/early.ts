declare global {
  interface Window {
    __early?: Record<string, Promise<Response>>
  }
}

/** The answer that the inline line of index.html already asked for; each can be taken once. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const waiting = window.__early?.[address]
  if (window.__early) delete window.__early[address]
  return waiting
}
