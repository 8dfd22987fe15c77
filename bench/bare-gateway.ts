import { createServer } from 'node:net'
import ssh2, { type AuthContext, type Connection } from 'ssh2'
import { algorithms, type Server } from '../apps/fleet/src/link.ts'
import { generateHostKey, hostKeyLine } from '../apps/server/src/gateway/host-key.ts'
import { checkSignIn } from '../apps/server/src/gateway/sign-in.ts'

/** Sent to the parent once the gateway listens. */
export type BareGateway = Omit<Server, 'from'>

// SSH only: accepts every device that proves its key and welcomes it, without storing anything.
const hostKey = generateHostKey()

const ignore = () => {
  throw new Error('every device is known here')
}

/** The same number of attempts and the same verification of the signature as in the real gateway. */
async function check(context: AuthContext): Promise<void> {
  const answer = await checkSignIn(context, async () => 'known', { unknown: ignore, revoked: ignore, busy: ignore })
  if (answer === 'reject') context.reject(['publickey'])
  else context.accept()
}

function serve(client: Connection): void {
  client.on('error', () => {})
  client.on('authentication', (context) => void check(context))
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
