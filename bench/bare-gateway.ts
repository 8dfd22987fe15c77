import { createServer } from 'node:net'
import ssh2, { type Connection } from 'ssh2'
import { algorithms, type Server } from '../apps/fleet/src/link.ts'
import { generateHostKey, hostKeyLine } from '../apps/server/src/gateway/host-key.ts'

/** Told to the parent once it listens. */
export type BareGateway = Omit<Server, 'from'>

// SSH alone: lets every device in and welcomes it, and knows and writes down nothing of it.
const hostKey = generateHostKey()

function serve(client: Connection): void {
  client.on('error', () => {})
  client.on('authentication', (context) => context.accept())
  client.on('session', (accept) => {
    accept().on('exec', (answer) => {
      const channel = answer()
      channel.once('data', () => channel.write('welcome spread=1 keepalive=300\n'))
    })
  })
}

const server = new ssh2.Server({ hostKeys: [hostKey], algorithms }, serve)
const listener = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => {})
  server.injectSocket(socket)
})
listener.listen(0, '127.0.0.1', () => {
  const { port } = listener.address() as { port: number }
  process.send?.({ host: '127.0.0.1', port, hostKey: hostKeyLine(hostKey) } satisfies BareGateway)
})
