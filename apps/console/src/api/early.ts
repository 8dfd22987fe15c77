declare global {
  interface Window {
    __early?: Record<string, Promise<Response>>
  }
}

/** Whether index.html asked for an address and nobody has taken the answer. */
export const isEarly = (address: string) => window.__early?.[address] !== undefined

/** The answer that the inline line of index.html already asked for; each can be taken once. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const waiting = window.__early?.[address]
  if (window.__early) delete window.__early[address]
  return waiting
}
