import type { FastifyInstance } from 'fastify'

/** Limits for the server below Fastify, before a request exists. */
export const patience = {
  /** Milliseconds until the headers are complete, from the first byte or the start of the connection. */
  headersTimeout: 15_000,
  /** Uploads to pages of devices may take any time; calls are limited by `limitSlowBodies`. */
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  /** Bytes of all headers together. */
  maxHeaderSize: 16 * 1024,
} as const

/** Milliseconds until the body of a call or of a file is complete. */
const within = { public: 5_000, call: 30_000, upload: 600_000 }

const sendsFile = (kind: string | undefined) => kind === 'upload' || kind === 'stream'

/** Ends calls whose body trickles in: each would occupy a connection indefinitely. */
export function limitSlowBodies(app: FastifyInstance, times = within): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
    const { kind, permission } = routeOptions.config
    const most = sendsFile(kind) ? times.upload : permission === 'public' ? times.public : times.call
    const timer = setTimeout(() => raw.destroy(), most)
    const settle = () => clearTimeout(timer)
    raw.once('end', settle)
    raw.once('close', settle)
  })
}
