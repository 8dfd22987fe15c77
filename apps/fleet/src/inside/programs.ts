import { setTimeout as delay } from 'node:timers/promises'
import { fileNames, listFolder, readFile } from './files.ts'
import { hostnameOf, type Machine } from './machine.ts'
import { interfaces, kilo, logLines, processTable, topScreen, uptimeLine } from './screens.ts'

export interface Io {
  machine: Machine
  print(text: string): void
  /** Output of the previous program in the pipe. */
  input: string
  /** Aborted by Ctrl-C, a closed window, or the time limit. */
  signal: AbortSignal
  /** Exit status of the previous command. */
  last: number
}

export type Program = (words: readonly string[], io: Io) => number | Promise<number>

/** Exit status after Ctrl-C. */
const interrupted = 130

const lines = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))
const joined = (rows: readonly string[]) => rows.map((row) => `${row}\n`).join('')

/** `head -n 5`, `tail -5`. */
function countOf(words: readonly string[]): number {
  const text = words.find((word) => /^-?\d+$/.test(word)) ?? words.find((word) => /^-n\d+$/.test(word))?.slice(2)
  return Math.abs(Number(text ?? 10))
}

function inputOf(words: readonly string[], { machine, input }: Io): string {
  const file = words.find((word) => word.startsWith('/'))
  return file === undefined ? input : (readFile(machine, file) ?? '')
}

/** Prints repeatedly until it is interrupted. */
async function repeat(io: Io, every: number, text: () => string): Promise<number> {
  while (!io.signal.aborted) {
    io.print(text())
    await delay(every, undefined, { signal: io.signal }).catch(() => {})
  }
  return interrupted
}

export const programs: Record<string, Program> = {
  help: (_words, io) => {
    io.print(`A small shell of a simulated device. Programs: ${Object.keys(programs).toSorted().join(' ')}\n`)
    return 0
  },
  uname: (words, { machine, print }) => {
    const all = words.some((word) => /^-\w*a/.test(word))
    const release = words.includes('-r') ? `${machine.values().kernel}` : 'Linux'
    const whole = `Linux ${hostnameOf(machine.spec)} ${machine.values().kernel} #0 SMP simulated GNU/Linux`
    print(`${all ? whole : release}\n`)
    return 0
  },
  hostname: (_words, { machine, print }) => {
    print(`${hostnameOf(machine.spec)}\n`)
    return 0
  },
  uptime: (_words, { machine, print }) => {
    print(uptimeLine(machine))
    return 0
  },
  date: (_words, { machine, print }) => {
    print(`${new Date(machine.now() * 1000).toUTCString()}\n`)
    return 0
  },
  id: (_words, { print }) => {
    print('uid=0(root) gid=0(root)\n')
    return 0
  },
  whoami: (_words, { print }) => {
    print('root\n')
    return 0
  },
  pwd: (_words, { print }) => {
    print('/root\n')
    return 0
  },
  ls: (words, { print }) => {
    const path = words.find((word) => !word.startsWith('-')) ?? '/'
    const names = path === '/root' ? [] : (listFolder(path) ?? (fileNames.includes(path) ? [path] : undefined))
    print(names ? joined(names) : `ls: ${path}: No such file or directory\n`)
    return names ? 0 : 1
  },
  cat: (words, io) => {
    if (words.length === 0) {
      io.print(io.input)
      return 0
    }
    let exit = 0
    for (const path of words) {
      const text = readFile(io.machine, path)
      io.print(text ?? `cat: can't open '${path}': No such file or directory\n`)
      if (text === undefined) exit = 1
    }
    return exit
  },
  free: (_words, { machine, print }) => {
    const { ram_total, ram_free } = machine.values()
    const used = Number(ram_total ?? 0) - Number(ram_free ?? 0)
    print(
      `              total        used        free\nMem: ${[ram_total, used, ram_free].map((n) => kilo(n).padStart(13)).join('')}\n`,
    )
    return 0
  },
  df: (_words, { machine, print }) => {
    const { flash_total, flash_free } = machine.values()
    const used = Number(flash_total ?? 0) - Number(flash_free ?? 0)
    const row = [flash_total, used, flash_free].map((bytes) => kilo(bytes).padStart(10)).join('')
    print(`Filesystem           1K-blocks      Used Available Mounted on\noverlayfs         ${row} /\n`)
    return 0
  },
  ps: (_words, { machine, print }) => {
    print(processTable(machine))
    return 0
  },
  ifconfig: (_words, { machine, print }) => {
    for (const { name, address, mac, rx, tx } of interfaces(machine)) {
      print(
        `${name.padEnd(9)} Link encap:Ethernet  HWaddr ${mac}\n          inet addr:${address.split('/')[0]}\n          RX bytes:${rx}  TX bytes:${tx}\n\n`,
      )
    }
    return 0
  },
  ip: (words, { machine, print }) => {
    if (!/^a/.test(words.filter((word) => !word.startsWith('-'))[0] ?? '')) {
      print('Usage: ip addr\n')
      return 1
    }
    for (const [index, { name, address, mac }] of interfaces(machine).entries()) {
      print(
        `${index + 1}: ${name}: <BROADCAST,UP> mtu 1500\n    link/ether ${mac.toLowerCase()}\n    inet ${address} scope global ${name}\n`,
      )
    }
    return 0
  },
  logread: (_words, { machine, print }) => {
    print(logLines(machine))
    return 0
  },
  dmesg: (_words, { machine, print }) => {
    print(`[    0.000000] Linux version ${machine.values().kernel} (simulated)\n`)
    return 0
  },
  echo: (words, { print }) => {
    const bare = words[0] === '-n'
    print(words.slice(bare ? 1 : 0).join(' ') + (bare ? '' : '\n'))
    return 0
  },
  true: () => 0,
  false: () => 1,
  grep: (words, io) => {
    const [pattern = '', ...rest] = words.filter((word) => !/^-\w+$/.test(word))
    const ignoreCase = words.some((word) => /^-\w*i/.test(word))
    const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text)
    const found = lines(inputOf(rest, io)).filter((line) => fold(line).includes(fold(pattern)))
    io.print(joined(found))
    return found.length > 0 ? 0 : 1
  },
  head: (words, io) => {
    io.print(joined(lines(inputOf(words, io)).slice(0, countOf(words))))
    return 0
  },
  tail: (words, io) => {
    const count = countOf(words)
    io.print(count > 0 ? joined(lines(inputOf(words, io)).slice(-count)) : '')
    return 0
  },
  wc: (words, io) => {
    const text = inputOf(words, io)
    io.print(words.includes('-c') ? `${Buffer.byteLength(text)}\n` : `${lines(text).length}\n`)
    return 0
  },
  sleep: async (words, { signal }) => {
    await delay(Number(words[0] ?? 0) * 1000, undefined, { signal }).catch(() => {})
    return signal.aborted ? interrupted : 0
  },
  yes: (words, io) => repeat(io, 20, () => `${words.join(' ') || 'y'}\n`.repeat(2000)),
  top: (words, io) => {
    if (words.includes('-n')) {
      io.print(topScreen(io.machine))
      return 0
    }
    return repeat(io, 2000, () => `\u001b[H\u001b[2J${topScreen(io.machine)}Ctrl-C ends\n`)
  },
  clear: (_words, { print }) => {
    print('\u001b[H\u001b[2J')
    return 0
  },
  ubus: (words, { machine, print }) => {
    const [call, path = '', method, given = ''] = words
    const [, name = ''] = /^ioman\.gpio\.(dout\d|relay0)$/.exec(path) ?? []
    const [, value] = /^\{"value":"([01])"\}$/.exec(given) ?? []
    if (call === 'call' && method === 'update' && value !== undefined && machine.setOutput(name, Number(value)))
      return 0
    print('Command failed: Not found\n')
    return 4
  },
  reboot: (_words, { machine, print }) => {
    print('The device goes down (simulated).\n')
    machine.reboot()
    return 0
  },
}
