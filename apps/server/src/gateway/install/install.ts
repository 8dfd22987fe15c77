import type { ServerChannel } from 'ssh2'
import type { Connection } from '../connection.ts'

/** Sends the agent's script to user `install` and closes. */
export function serveAgentScript(
  deps: { script: Buffer; within: number },
  channel: ServerChannel,
  connection: Connection,
): void {
  const timer = setTimeout(() => connection.cut(), deps.within)
  connection.onClose(() => clearTimeout(timer))
  channel.on('error', () => connection.cut())
  channel.on('close', () => connection.end())
  channel.resume()
  channel.write(deps.script)
  channel.exit(0)
  channel.end()
}
