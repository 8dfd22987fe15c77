import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '../../apps/server/src/test/until.ts'

const present = path.resolve(import.meta.dirname, '../../apps/server/src/main.ts')

interface Ready {
  url?: string
  gatewayPort?: number
  hostKey: string
}

export interface NodeProcess {
  /** Addresses of the current process. */
  ready(): Ready
  start(): Promise<void>
  /** From the next start on it is of this release. */
  upgrade(): void
  /** Like a power cut. */
  kill(): Promise<void>
  /** Like an operator. */
  stop(): Promise<void>
  /** Stops it properly and removes its data. */
  end(): Promise<void>
}

/**
 * One node of several as a process of its own, with production settings; of another release if its main.ts is given.
 */
export async function startNodeProcess(env: Record<string, string>, given = present): Promise<NodeProcess> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'node-process-'))
  let main = given
  let child: ChildProcess | undefined
  let ready: Ready | undefined
  const isOver = () => !child || child.exitCode !== null || child.signalCode !== null
  const node: NodeProcess = {
    ready: () => ready as Ready,
    async start() {
      let errors = ''
      const started = fork(main, [], {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
      })
      child = started
      started.stderr?.on('data', (chunk: Buffer) => {
        errors = (errors + chunk).slice(-5000)
      })
      ready = await new Promise<Ready>((resolve, reject) => {
        started.once('message', (message) => resolve(message as Ready))
        started.once('exit', (code) => reject(new Error(`The node ended with ${code}: ${errors}`)))
      })
      started.removeAllListeners('exit')
    },
    upgrade() {
      main = present
    },
    async kill() {
      child?.kill('SIGKILL')
      await until(isOver)
    },
    async stop() {
      child?.kill('SIGTERM')
      await until(isOver, 30_000)
    },
    async end() {
      if (!isOver()) await node.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await node.start()
  return node
}
