import type { ServerChannel } from 'ssh2'
import type { Connection } from './connection.ts'
import type { Log } from './log.ts'

/** Answers the agent's script to user `install` and closes. */
export async function serveAgentScript(
  deps: { script: () => Promise<Buffer>; within: number; log: Log },
  channel: ServerChannel,
  connection: Connection,
): Promise<void> {
  const timer = setTimeout(() => connection.cut(), deps.within)
  connection.onClose(() => clearTimeout(timer))
  channel.on('error', () => connection.cut())
  channel.on('close', () => connection.end())
  channel.resume()
  try {
    channel.write(await deps.script())
    channel.exit(0)
  } catch (error) {
    deps.log.error({ err: error }, 'The agent script cannot be read')
    channel.stderr.write('The server has no agent to offer; see its log\n')
    channel.exit(1)
  }
  channel.end()
}
