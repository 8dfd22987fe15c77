import { createServer } from 'node:http'
import { patience } from './slow-clients.ts'

/** At once; each is over with its answer. */
const connections = 100

/**
 * Sends browsers that come over plain HTTP to the same path of the console. Where to is the setting's word alone: what a
 * request says of its host may be anybody's.
 */
export function createRedirect(origin: string) {
  const server = createServer(patience, (request, response) => {
    // A path as it stands in the request's first line, and nothing else that may stand there.
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
        // Once it listens, an error is a connection that could not be taken in.
        server.on('error', reject)
        server.listen(port, host, resolve)
      }),
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
