/** Addresses of a session, from the browser's and from the device's view. */
export interface Sides {
  /** Origin in the browser, `https://<session>.connect.example`. */
  outer: string
  protocol: 'http' | 'https'
  host: string
  port: number
  /**
   * True if the session has a port of the console's host: browsers send it the cookies of the console and of all other
   * ports.
   */
  shared: boolean
}

export const defaultPort = { http: 80, https: 443 } as const
