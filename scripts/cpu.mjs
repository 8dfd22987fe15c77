// CPU seconds that commands use, by program, from /proc; zero without it.
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'

const ticksPerSecond = 100
/** Milliseconds between readings. Of a process that ends, the time after its last reading counts as that of others. */
const every = 3000

export const programs = ['Node', 'PostgreSQL', 'Chromium', 'Devices', 'Others']

export const totalOf = (sums) => programs.reduce((total, program) => total + (sums[program] ?? 0), 0)

function attempt(read) {
  try {
    return read()
  } catch {
    // It has ended, or is another user's.
    return undefined
  }
}

const linkOf = (pid, name) => attempt(() => readlinkSync(`/proc/${pid}/${name}`)) ?? ''

/** CPU seconds of a process, and those of its children that have ended. */
function readProcess(pid) {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (!stat) return undefined
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const seconds = (at) => (Number(fields[at]) + Number(fields[at + 1])) / ticksPerSecond
  return { pid, key: `${pid} ${fields[19]}`, parent: Number(fields[1]), own: seconds(11), ended: seconds(13) }
}

function programOf(pid) {
  const file = linkOf(pid, 'exe')
  if (/chrom|headless/i.test(file)) return 'Chromium'
  if (file.endsWith('/postgres')) return 'PostgreSQL'
  if (!file.endsWith('/node')) return 'Others'
  return /fleet/.test(attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) ? 'Devices' : 'Node'
}

const timesIn = (folder) => path.join(folder, 'times')

/** A command that leaves the times of all that it waited for in its folder for temporary files. */
export const timed = (command, args, folder) => [
  'sh',
  ['-c', `file=$0; "$@"; code=$?; times >"$file"; exit $code`, timesIn(folder), command, ...args],
]

/** CPU seconds in those times: the shell writes its own in a first line, then `1m2.34s 0m5.67s`. */
function waitedFor(folder) {
  const line = attempt(() => readFileSync(timesIn(folder), 'utf8').split('\n')[1]) ?? ''
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, rest]) => sum + 60 * minutes + Number(rest), 0)
}

/**
 * Watches commands with all processes below theirs. PostgreSQL leaves its parent, which does not wait for it: it is
 * recognised by its data in the command's folder for temporary files.
 */
export function watchCpu() {
  const commands = []
  const known = new Map()

  function commandOf({ pid, key, parent }, live) {
    const found = known.get(key)?.command ?? commands.find((command) => command.running && command.pid === pid)
    if (found) return found
    const above = live.get(parent)
    if (above && parent > 1) return commandOf(above, live)
    const folder = linkOf(pid, 'cwd')
    return commands.find((command) => command.running && folder.startsWith(`${command.folder}/`))
  }

  function sum(command) {
    const sums = Object.fromEntries(programs.map((program) => [program, 0]))
    for (const one of known.values()) if (one.command === command) sums[one.program] += one.seconds
    const { Node, Chromium, Devices } = sums
    sums.Others = Math.max(sums.Others, waitedFor(command.folder) - Node - Chromium - Devices)
    return sums
  }

  function read() {
    const pids = existsSync('/proc/self/stat') ? readdirSync('/proc').map(Number).filter(Boolean) : []
    const live = new Map(pids.map((pid) => [pid, readProcess(pid)]))
    const keys = new Set([...live.values()].map((one) => one?.key))
    // What an ended connection of PostgreSQL used is in what its server has waited for.
    for (const [key, { server }] of known) if (server && keys.has(server) && !keys.has(key)) known.delete(key)
    for (const one of live.values()) {
      const command = one && commandOf(one, live)
      if (!command) continue
      const before = known.get(one.key)?.program
      // A shell may become the program it executes.
      const program = before === undefined || before === 'Others' ? programOf(one.pid) : before
      const above = live.get(one.parent)
      const server = program === 'PostgreSQL' && known.get(above?.key)?.program === program ? above.key : undefined
      const seconds = program === 'PostgreSQL' && !server ? one.own + one.ended : one.own
      known.set(one.key, { command, program, seconds, server })
    }
    for (const command of commands)
      if (command.running) command.readings.push({ at: Date.now(), seconds: totalOf(sum(command)) })
  }

  setInterval(read, every).unref()
  return {
    /** Watches a command from its start until the returned function is called. */
    start(pid, folder) {
      const command = { pid, folder, running: true, readings: [{ at: Date.now(), seconds: 0 }] }
      commands.push(command)
      return () => {
        read()
        command.running = false
        return { byProgram: sum(command), readings: command.readings }
      }
    },
  }
}
