import { createServer } from 'node:http'
import { patience } from './slow-clients.ts'

/** Maximum at once; each ends with its answer. */
const connections = 100

/**
 * Redirects browsers from plain HTTP to the same path of the console. The target comes from the setting alone: the host
 * in a request may be forged.
 */
export function createRedirect(origin: string) {
  const server = createServer(patience, (request, response) => {
    // A path as it can occur in the request's first line, and nothing else.
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
        // Once it listens, an error is a connection that could not be accepted.
        server.on('error', reject)
        server.listen(port, host, resolve)
      }),
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
