// CPU seconds that commands use, by program, from /proc; zero without it.
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

const ticksPerSecond = 100
/** Milliseconds between readings. Time a process uses after its last reading is lost, or counted as its parent's. */
const every = 3000

export const programs = ['Node', 'PostgreSQL', 'Chromium', 'Devices', 'Others']

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

/** CPU seconds of the processes of a command, by program. */
function sum(processes) {
  const sums = Object.fromEntries(programs.map((program) => [program, 0]))
  const unread = new Map(processes.map(({ pid, ended }) => [pid, ended]))
  for (const { parent, own, ended, live, program } of processes) {
    sums[program] += own
    if (!live) unread.set(parent, (unread.get(parent) ?? 0) - own - ended)
  }
  // Children too short for a reading: of PostgreSQL and Chromium they are the same program.
  for (const { pid, program } of processes)
    sums[program === 'Node' ? 'Others' : program] += Math.max(0, unread.get(pid) ?? 0)
  return sums
}

export const totalOf = (sums) => programs.reduce((total, program) => total + (sums[program] ?? 0), 0)

/**
 * Watches commands with all processes below theirs. PostgreSQL leaves its parent: it is recognised by its data in the
 * command's folder for temporary files.
 */
export function watchCpu() {
  const commands = []
  const processes = new Map()
  const ofCommand = (command) => [...processes.values()].filter((one) => one.command === command)

  function commandOf({ pid, key, parent }, live) {
    const known = processes.get(key)?.command ?? commands.find((command) => command.running && command.pid === pid)
    if (known) return known
    const above = live.get(parent)
    if (above && parent > 1) return commandOf(above, live)
    const folder = linkOf(pid, 'cwd')
    return commands.find((command) => command.running && folder.startsWith(`${command.folder}/`))
  }

  function read() {
    const pids = existsSync('/proc/self/stat') ? readdirSync('/proc').map(Number).filter(Boolean) : []
    const live = new Map(pids.map((pid) => [pid, readProcess(pid)]))
    for (const one of processes.values()) one.live = false
    for (const one of live.values()) {
      const command = one && commandOf(one, live)
      if (!command) continue
      const before = processes.get(one.key)?.program
      // A shell may become the program it executes.
      const program = before === undefined || before === 'Others' ? programOf(one.pid) : before
      processes.set(one.key, { ...one, command, program, live: true })
    }
    for (const command of commands)
      if (command.running) command.readings.push({ at: Date.now(), seconds: totalOf(sum(ofCommand(command))) })
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
        return { byProgram: sum(ofCommand(command)), readings: command.readings }
      }
    },
  }
}
