import { appendFileSync, mkdirSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { createRemoteAccess, listRemoteAccess, openCli, updateRemoteAccess } from '@longreach/contract/remote/endpoints'
import { signIn } from '../apps/server/src/connect/ssh-login.ts'
import { generateHostKey, hostKeyLine } from '../apps/server/src/gateway/host-key.ts'
import { enter, openLink } from '../apps/server/src/test/connect.ts'
import { openPage, type ShellPage, takeKey } from '../apps/server/src/test/shell-page.ts'
import { type AgentDevice, type SshKind, startAgentDevice } from './agent-device.ts'
import { type Installation, startInstallation } from './installation.ts'
import { median, percentile } from './numbers.ts'

const rounds = 5
const echoes = 200
const requests = 200

type Typist = (text: string) => Promise<void>

interface Round {
  prompt: number
  direct: number[]
  through: number[]
  plain: number[]
  gateway: number[]
}

/** Milliseconds of the echo of each character. */
async function timeEchoes(type: Typist): Promise<number[]> {
  const times = []
  for (let count = 0; count < echoes; count++) {
    const startedAt = performance.now()
    await type('x')
    times.push(performance.now() - startedAt)
  }
  return times
}

/** Direct ssh, without the server in between. */
async function openDirect(device: AgentDevice, privateKey: string): Promise<{ type: Typist; end(): void }> {
  const socket = connect({ port: device.sshPort, host: '127.0.0.1', noDelay: true })
  const client = await signIn(socket, { username: 'root', privateKey }, async () => true)
  return new Promise((resolve, reject) => {
    client.shell({ term: 'xterm-256color' }, (error, channel) => {
      if (error) return reject(error)
      const heard = (after: () => void) =>
        new Promise<void>((done) => {
          channel.once('data', () => done())
          after()
        })
      const type = (text: string) => heard(() => channel.write(text))
      channel.once('data', () => resolve({ type, end: () => void client.end() }))
    })
  })
}

async function openShell(
  installation: Installation,
  device: AgentDevice,
): Promise<{ page: ShellPage; type: Typist; prompt: number }> {
  const startedAt = performance.now()
  const { link } = await openLink(installation.admin, device.id, { duration: 600 }, openCli)
  const { path: at, cookie } = await takeKey(installation.url, link)
  const page = (await openPage(installation.url, { path: at ?? '', cookie })) as ShellPage
  const heard = (after: () => void) =>
    new Promise<void>((done) => {
      const listen = (_data: Buffer, binary: boolean) => {
        if (!binary) return
        page.socket.off('message', listen)
        done()
      }
      page.socket.on('message', listen)
      after()
    })
  await heard(() => page.say({ type: 'start', cols: 80, rows: 24 }))
  return { page, prompt: performance.now() - startedAt, type: (text) => heard(() => page.type(text)) }
}

async function timeRequests(
  agent: Agent,
  options: { port: number; headers: Record<string, string> },
): Promise<number[]> {
  const times = []
  for (let count = 0; count < requests; count++) {
    const startedAt = performance.now()
    await new Promise<void>((resolve, reject) => {
      request({ agent, host: '127.0.0.1', ...options }, (answer) => answer.resume().on('end', resolve))
        .on('error', reject)
        .end()
    })
    times.push(performance.now() - startedAt)
  }
  return times
}

async function measure(installation: Installation, kind: SshKind): Promise<void> {
  const device = await startAgentDevice(installation, kind)
  const panel = createServer((_asked, response) => response.end('x'.repeat(1000)))
  await new Promise<void>((resolve) => panel.listen(0, '127.0.0.1', resolve))
  const { port } = panel.address() as { port: number }
  try {
    const privateKey = generateHostKey()
    mkdirSync(path.join(device.home, '.ssh'), { recursive: true, mode: 0o700 })
    appendFileSync(path.join(device.home, '.ssh/authorized_keys'), `${hostKeyLine(privateKey)}\n`, { mode: 0o600 })
    const { data: entries } = await installation.admin.call(listRemoteAccess, {
      query: { device_id: String(device.id), protocol: 'ssh' },
    })
    await installation.admin.call(updateRemoteAccess, {
      params: { access_id: entries[0]?.id ?? 0 },
      body: { destination_port: device.sshPort },
    })
    const web = {
      device_id: device.id,
      name: 'Panel',
      destination_ip: '127.0.0.1',
      destination_port: port,
      protocol: 'http' as const,
    }
    const { data: made } = await installation.admin.call(createRemoteAccess, { body: { data: [web] } })
    const { origin, cookie } = await enter((await openLink(installation.admin, made[0]?.id ?? 0)).link)
    const gateway = { port: Number(new URL(installation.url).port), headers: { host: new URL(origin).host, cookie } }
    const agent = new Agent({ keepAlive: true })
    const results: Round[] = []
    for (let round = 0; round < rounds; round++) {
      const direct = await openDirect(device, privateKey)
      const shell = await openShell(installation, device)
      results.push({
        prompt: shell.prompt,
        direct: await timeEchoes(direct.type),
        through: await timeEchoes(shell.type),
        plain: await timeRequests(agent, { port, headers: {} }),
        gateway: await timeRequests(agent, gateway),
      })
      direct.end()
      shell.page.type('\x03exit\r')
      shell.page.socket.close()
    }
    agent.destroy()
    const of = (read: (round: Round) => number) => median(results.map(read))
    const added = (over: keyof Round, under: keyof Round, part: number) =>
      of((round) => percentile(round[over] as number[], part) - percentile(round[under] as number[], part)).toFixed(2)
    console.log(
      `${kind}: click to prompt ${of((round) => round.prompt).toFixed(0)} ms (goal 200); echo added p50 ${added('through', 'direct', 0.5)} ms (0.3), p95 ${added('through', 'direct', 0.95)} ms, ` +
        `through ${of((round) => percentile(round.through, 0.5)).toFixed(2)} / ${of((round) => percentile(round.through, 0.95)).toFixed(2)} ms (0.9 / 3); small request added p50 ${added('gateway', 'plain', 0.5)} ms (0.5), p95 ${added('gateway', 'plain', 0.95)} ms`,
    )
  } finally {
    panel.closeAllConnections()
    panel.close()
    device.stop()
  }
}

/**
 * A shell and a page through a real agent, compared with direct access; interleaved, medians of five. Requires root.
 */
export async function benchShell(): Promise<void> {
  const installation = await startInstallation()
  try {
    for (const kind of ['dropbear', 'openssh'] as const) await measure(installation, kind)
  } finally {
    await installation.stop()
  }
}
