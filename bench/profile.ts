import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(import.meta.dirname, '..')
const mostLines = 25

interface CallFrame {
  functionName: string
  url: string
  lineNumber: number
}

/** The parts of V8's .cpuprofile that are used. */
interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame }[]
  samples: number[]
  /** Microseconds between a sample and the previous one. */
  timeDeltas: number[]
}

function placeOf(url: string): string {
  if (url.startsWith('http:')) return new URL(url).pathname
  const file = url.startsWith('file:') ? path.relative(root, fileURLToPath(url)) : url
  return file.replace(/^.*node_modules\//, '')
}

/** The package or folder of a function. */
function partOf({ functionName, url }: CallFrame): string {
  if (url === '') return functionName || '(anonymous)'
  if (url.startsWith('node:')) return 'Node'
  const file = placeOf(url)
  if (url.startsWith('http:')) return file
  if (!url.includes('node_modules')) return path.dirname(file)
  return file
    .split('/')
    .slice(0, file.startsWith('@') ? 2 : 1)
    .join('/')
}

const functionOf = ({ functionName, url, lineNumber }: CallFrame) =>
  url === '' ? functionName || '(anonymous)' : `${functionName || '(anonymous)'} ${placeOf(url)}:${lineNumber + 1}`

function ranking(title: string, times: ReadonlyMap<string, number>, whole: number): string {
  const lines = [...times]
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostLines)
    .map(
      ([name, time]) =>
        `${((100 * time) / whole).toFixed(1).padStart(6)} %  ${(time / 1000).toFixed(0).padStart(7)} ms  ${name}`,
    )
  return [title, ...lines].join('\n')
}

/** CPU time of a process by part and by function, without idle time. */
function describe(profile: CpuProfile): string {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const parts = new Map<string, number>()
  const functions = new Map<string, number>()
  let whole = 0
  for (const [index, id] of profile.samples.entries()) {
    const frame = frames.get(id)
    const time = profile.timeDeltas[index] ?? 0
    if (!frame || frame.functionName === '(idle)') continue
    whole += time
    parts.set(partOf(frame), (parts.get(partOf(frame)) ?? 0) + time)
    functions.set(functionOf(frame), (functions.get(functionOf(frame)) ?? 0) + time)
  }
  const seconds = (whole / 1e6).toFixed(1)
  return [
    ranking(`${seconds} s of its own time, by part`, parts, whole),
    ranking('by function', functions, whole),
  ].join('\n\n')
}

type ProfilerMethod = 'Profiler.enable' | 'Profiler.start' | 'Profiler.stop'

export interface Profiler {
  /** Node flags of the profiled process. */
  execArgv: string[]
  /** Prints the profile after the process has ended by itself. */
  print(): Promise<void>
}

/** With PROFILE=1 the server is profiled; otherwise there is no overhead. */
export async function startProfiler(): Promise<Profiler> {
  if (!process.env.PROFILE) return { execArgv: [], print: async () => {} }
  const folder = await mkdtemp(path.join(tmpdir(), 'profile-'))
  return {
    execArgv: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
    async print() {
      for (const name of await readdir(folder)) {
        console.log(`\n${describe(JSON.parse(await readFile(path.join(folder, name), 'utf8')))}`)
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The same for work in this process. */
export async function profiled(work: () => Promise<void>): Promise<void> {
  if (!process.env.PROFILE) return work()
  const session = new Session()
  session.connect()
  await profiledThere((method) => session.post(method), work)
  session.disconnect()
}

/** The same through an inspector connection. */
export async function profiledThere(
  post: (method: ProfilerMethod) => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<void> {
  await post('Profiler.enable')
  await post('Profiler.start')
  await work()
  const { profile } = (await post('Profiler.stop')) as { profile: CpuProfile }
  console.log(`\n${describe(profile)}`)
}
