import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ReportValue } from '@longreach/contract/link/report'
import { customName, type Pick, type Plan, parsePlans } from '@longreach/contract/link/template-lines'
import { fetchFile } from './fetch.ts'
import type { Server } from './link.ts'
import { hash, wander } from './prng.ts'
import type { Group } from './world/groups.ts'

export interface Templates {
  /** Checksum of the current templates, for `hello`. */
  has(): string | undefined
  /** Settings from `welcome` or a later change. */
  adopt(settings: Readonly<Record<string, string | number>>): void
  /** Measures everything that is due, or with `all` everything. */
  tick(all?: boolean): void
  /** Measures the lines once. */
  measure(lines: string): string
  /** The device lost its power, and everything in memory. */
  restarted(): void
}

export interface TemplatesDeps {
  seed: number
  server: Server
  login: () => { user: string; privateKey: string }
  /** The lists of parameters that reports refer to; those of templates are added. */
  groups: Group[]
  report: (set: number, values: ReportValue[]) => void
  /** Unix seconds. */
  now: () => number
}

/** Numbers of the lists for templates; the device's own are below. */
const firstSet = 100
const mostSets = 800
/** Seconds. */
const fetchWithin = 600

/** A simulated value: numbers vary, texts are constant. */
function simulated(seed: number, { id, type }: Pick, seconds: number): ReportValue {
  switch (type) {
    case 'number':
      return Math.round((50 + 40 * wander(seed, id, seconds, 3600)) * 100) / 100
    case 'integer':
      return Math.round(50 + 40 * wander(seed, id, seconds, 3600))
    case 'boolean':
      return String(hash(seed, id) % 8 > 0)
    case 'array':
      return '["lan","wan"]'
    case 'object':
      return '{"up":true}'
    default:
      return ['normal', 'normal', 'normal', 'degraded'][hash(seed, id) % 4] as string
  }
}

/** Templates of a simulated device, by the same rules as the agent, but without reading anything or running a shell. */
export function createTemplates(deps: TemplatesDeps): Templates {
  const { seed, groups, now } = deps
  const sets = new Map<string, number>()
  const due = new Map<number, number>()
  let plans: readonly Plan[] = []
  let here: string | undefined
  let fetching: AbortController | undefined

  function setOf(parameters: readonly string[]): number {
    const key = parameters.join(',')
    const known = sets.get(key)
    if (known !== undefined) return known
    const set = firstSet + (sets.size % mostSets)
    sets.set(key, set)
    groups.push({ name: 'config', set, parameters, sample: () => [] })
    return set
  }

  function drop(): void {
    plans = []
    here = undefined
  }

  async function fetch(sum: string, ticket: string, bytes: number): Promise<void> {
    fetching?.abort()
    const running = new AbortController()
    fetching = running
    const parts: Buffer[] = []
    const source = { server: deps.server, login: deps.login(), ticket, bytes, within: fetchWithin }
    try {
      // Settings arrive before the link counts as open.
      await delay(10, undefined, { signal: running.signal })
      await fetchFile(source, (chunk) => parts.push(chunk), running.signal)
      const content = Buffer.concat(parts)
      if (createHash('sha256').update(content).digest('hex') !== sum) return
      here = sum
      plans = parsePlans(content.toString('utf8'))
      due.clear()
    } catch {
      // The next hello gets another ticket.
    } finally {
      if (fetching === running) fetching = undefined
    }
  }

  return {
    has: () => here,
    adopt({ templates, template_ticket: ticket, template_bytes: bytes }) {
      if (templates === undefined) {
        fetching?.abort()
        drop()
      } else if (String(templates) !== here && ticket !== undefined) {
        void fetch(String(templates), String(ticket), Number(bytes))
      }
    },
    tick(all = false) {
      for (const { template, every, reads } of plans) {
        if (!all && now() < (due.get(template) ?? 0)) continue
        due.set(template, now() + every)
        const picks = reads.flatMap((read) => read.picks)
        if (picks.length === 0) continue
        deps.report(
          setOf(picks.map(({ id }) => customName(id))),
          picks.map((one) => simulated(seed, one, now())),
        )
      }
    },
    measure: (lines) =>
      parsePlans(lines)
        .flatMap(({ reads }) => reads.flatMap((read) => read.picks))
        .map((one) => `${one.id} = ${JSON.stringify(simulated(seed, one, now()))}\n`)
        .join(''),
    restarted() {
      fetching?.abort()
      drop()
      due.clear()
    },
  }
}
