import { createServer } from 'node:http'
import { patience } from './slow-clients.ts'

/** Most simultaneous connections; each ends with its response. */
const connections = 100

/**
 * Redirects browsers from plain HTTP to the same path of the console. The host comes from the settings alone, as the
 * one in a request may be forged.
 */
export function createRedirect(origin: string) {
  const server = createServer(patience, (request, response) => {
    // A path that can occur in the first line of a request, and nothing else.
    const path = request.url?.startsWith('/') ? request.url : '/'
    response.writeHead(308, {
      location: new URL(origin + path).href,
      'cache-control': 'no-store',
      'content-length': 0,
      connection: 'close',
    })
    response.end()
  })
  server.maxConnections = connections
  return {
    listen: (port: number, host: string) =>
      new Promise<void>((resolve, reject) => {
        // Once it listens, an error only means that a connection could not be accepted.
        server.on('error', reject)
        server.listen(port, host, resolve)
      }),
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
