import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { isRoot, missingTools } from './tools.ts'

// Private ranges that do not clash with those of a container host. Each net has an outside of its own, so that several
// can exist at once; insides meet only in their own router.
const outsides = {
  lrt: '10.77.0',
  lru: '10.77.1',
  lrm: '10.77.2',
  lrr: '10.77.3',
  lro: '10.77.4',
  lrf: '10.77.5',
  lrc: '10.77.6',
  lrd: '10.77.7',
  lrp: '10.77.8',
} as const
const inside = '10.78'

/** Runs a command to its end; returns its output without the last newline. Throws with its standard error. */
export function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd()
}

/** Programs that devices in their own networks need and this machine lacks. */
export const missingForNets = missingTools('ip', 'nft', 'busybox', 'dash', 'dbclient', 'ssh')

export const canBuildNets = isRoot && missingForNets.length === 0

export interface Site {
  /** Name of the network namespace. */
  space: string
  /** Drops all traffic of the device, in both directions. */
  cut(): void
  mend(): void
  /** Starts a program in the namespace. */
  start(...command: string[]): ChildProcess
  /** A file as a process in the namespace sees it. */
  read(file: string): string
}

export interface Net {
  /** Address of this machine for its hosts. */
  serverAddress: string
  /** The address from which all of its hosts reach this machine. */
  address: string
  site(number: number): Site
  remove(): void
}

/**
 * Hosts of their own behind one masquerading router: `number` of them, each with an eth0, none reachable from outside.
 */
export function buildNet(prefix: keyof typeof outsides, number: number): Net {
  const outside = outsides[prefix]
  const router = `${prefix}-nat`
  const spaces = Array.from({ length: number }, (_, index) => `${prefix}-${index + 1}`)

  function remove() {
    for (const space of [...spaces, router]) {
      const pids = spawnSync('ip', ['netns', 'pids', space], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
      for (const pid of pids) spawnSync('kill', ['-9', pid])
      spawnSync('ip', ['netns', 'del', space])
    }
    spawnSync('ip', ['link', 'del', `${prefix}-wan`])
  }

  const route = (...args: string[]) => run('ip', '-n', router, ...args)
  const nft = (...args: string[]) => run('ip', 'netns', 'exec', router, 'nft', ...args)

  remove()
  run('ip', 'netns', 'add', router)
  run('ip', 'link', 'add', `${prefix}-wan`, 'type', 'veth', 'peer', 'name', 'wan', 'netns', router)
  run('ip', 'addr', 'add', `${outside}.1/24`, 'dev', `${prefix}-wan`)
  run('ip', 'link', 'set', `${prefix}-wan`, 'up')
  route('addr', 'add', `${outside}.2/24`, 'dev', 'wan')
  route('link', 'set', 'wan', 'up')
  route('link', 'set', 'lo', 'up')
  run('ip', 'netns', 'exec', router, 'sh', '-c', 'echo 1 >/proc/sys/net/ipv4/ip_forward')
  nft('add', 'table', 'ip', 'site')
  nft('add', 'chain', 'ip', 'site', 'post', '{ type nat hook postrouting priority 100; }')
  nft('add', 'rule', 'ip', 'site', 'post', 'oifname', 'wan', 'masquerade')
  for (const [index, space] of spaces.entries()) {
    const lan = `lan${index + 1}`
    nft('add', 'chain', 'ip', 'site', lan, '{ type filter hook forward priority 0; }')
    run('ip', 'netns', 'add', space)
    run('ip', '-n', router, 'link', 'add', lan, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    route('addr', 'add', `${inside}.${index + 1}.1/24`, 'dev', lan)
    route('link', 'set', lan, 'up')
    run('ip', '-n', space, 'addr', 'add', `${inside}.${index + 1}.2/24`, 'dev', 'eth0')
    run('ip', '-n', space, 'link', 'set', 'lo', 'up')
    run('ip', '-n', space, 'link', 'set', 'eth0', 'up')
    run('ip', '-n', space, 'route', 'add', 'default', 'via', `${inside}.${index + 1}.1`)
  }

  return {
    serverAddress: `${outside}.1`,
    address: `${outside}.2`,
    remove,
    site(index) {
      const space = `${prefix}-${index}`
      const lan = `lan${index}`
      return {
        space,
        cut() {
          nft('add', 'rule', 'ip', 'site', lan, 'iifname', lan, 'drop')
          nft('add', 'rule', 'ip', 'site', lan, 'oifname', lan, 'drop')
        },
        mend: () => void nft('flush', 'chain', 'ip', 'site', lan),
        start: (...command) => spawn('ip', ['netns', 'exec', space, ...command], { stdio: 'ignore' }),
        read: (file) => run('ip', 'netns', 'exec', space, 'cat', file),
      }
    },
  }
}
