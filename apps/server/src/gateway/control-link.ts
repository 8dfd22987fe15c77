import { text } from '@longreach/contract/i18n'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import type { commandCapabilities } from '@longreach/contract/link/commands'
import { linkTimes } from '@longreach/contract/link/limits'
import type { DownLine, Hello } from '@longreach/contract/link/lines'
import { batchCapability } from '@longreach/contract/link/report'
import type { Presence, Refusal } from '../drivers/driver.ts'
import { claimOf } from './attempts.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import { readGreeting } from './greeting.ts'
import type { LineChannel, LineHandler } from './line-channel.ts'
import { createLinkTraffic, type LinkTraffic } from './link-traffic.ts'
import type { Link } from './links.ts'
import { isRefusal, refusal, refusedLine } from './refusal.ts'

/**
 * After this multiple of the keep-alive without a line, the device and the network are asked for a response, so that a
 * dead connection is detected before the device counts as silent; after `offlineAfter` it is offline.
 */
const askAfter = 1.2
const untilCorrected = 60

type State =
  | { phase: 'hello' | 'welcoming' | 'closed' }
  | { phase: 'open'; link: Link; traffic: LinkTraffic; keepalive: number }

/** Runs the work when called, and once more if called meanwhile, so that the last run sees the latest state. */
function createRenewal(work: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let running = false
  let again = false
  const renew = async () => {
    running = true
    try {
      do {
        again = false
        await work()
      } while (again)
    } finally {
      running = false
    }
  }
  return () => {
    if (running) again = true
    else renew().catch(failed)
  }
}

/** The link of a device with a known key: hello, welcome, then lines in both directions until either side ends it. */
export function openControlLink(
  deps: GatewayDeps,
  { deviceId, publicKey }: { deviceId: number; publicKey: string },
  open: (handler: LineHandler) => LineChannel,
): void {
  const { port, times, limits, metrics, now } = deps
  let state: State = { phase: 'hello' }
  let claim = claimOf(undefined)
  let lastLineAt = now()
  let asked = false
  const helloTimer = setTimeout(() => channel.cut(), times.hello)
  const channel = open({ line, tooLong, closed })

  function send(line: DownLine) {
    channel.send(line)
    if (channel.behind() > limits.behindBytes) drop('behind')
  }

  function note(code: number, reason: string) {
    deps.note({ code, reason, address: channel.address, deviceId, ...claim })
  }

  function refuse(refused: Refusal) {
    if (state.phase === 'closed') return
    note(refused.code, refused.reason)
    say(refused)
  }

  function say({ code, reason, retry }: Refusal) {
    if (state.phase === 'closed') return
    metrics.refused(code)
    finish(reason)
    channel.end(refusedLine({ code, retry, reason }))
  }

  function drop(reason: 'behind' | 'silent') {
    if (state.phase === 'closed') return
    metrics.dropped(reason)
    finish(text(`devices.offline_${reason}`))
    channel.cut()
  }

  /** Every phase ends here; last lines and disconnects follow. */
  function finish(reason: string) {
    clearTimeout(helloTimer)
    const was = state
    state = { phase: 'closed' }
    if (was.phase !== 'open') return
    deps.links.remove(was.link)
    deps.asks.end(was.link)
    deps.departures.report(was.link.presence, reason)
  }

  function closed() {
    if (state.phase === 'closed') return
    if (state.phase !== 'open') note(linkCodes.connectionReset, linkReasons[linkCodes.connectionReset])
    finish(text('devices.offline_closed'))
  }

  function tooLong() {
    if (state.phase === 'closed') return
    metrics.dropped('line_too_long')
    const reason = `A line is longer than ${limits.upLineBytes} bytes`
    refuse(refusal(linkCodes.badLine, untilCorrected, reason))
  }

  function line(text: string): Promise<void> | undefined {
    lastLineAt = now()
    asked = false
    if (state.phase === 'open') return state.traffic.line(text)
    if (state.phase !== 'hello') return
    const greeting = readGreeting(text)
    if ('refused' in greeting) return refuse(greeting.refused) as undefined
    state = { phase: 'welcoming' }
    claim = claimOf(greeting.hello)
    return welcome(greeting.hello)
  }

  async function welcome(greeted: Hello): Promise<void> {
    if (deps.links.count() >= limits.links || !deps.admission.take()) return refuse(deps.busy())
    const { address } = channel
    let answer: Awaited<ReturnType<typeof port.hello>>
    try {
      answer = await port.hello({ deviceId, publicKey, hello: greeted, address })
    } catch (error) {
      deps.log.warn({ err: error, deviceId }, 'A hello could not be processed')
      return refuse(deps.busy())
    }
    if (isRefusal(answer)) return say(answer)
    // The device may have disconnected while the server was storing it as online.
    if (state.phase !== 'welcoming') return deps.departures.report(answer.presence, text('devices.offline_closed'))
    clearTimeout(helloTimer)
    // Not the whole hello, which would stay in memory as long as the link.
    const { boot, uptime, caps } = greeted
    const can = (word: (typeof commandCapabilities)[number] | typeof batchCapability) => caps?.includes(word) ?? false
    const able = { tunnels: can('tunnel'), upgrades: can('upgrade-agent'), renews: can(batchCapability) }
    openTraffic({ boot, uptime }, able, answer.presence, answer.settings)
  }

  function openTraffic(
    said: Pick<Hello, 'boot' | 'uptime'>,
    { renews, ...able }: Pick<Link, 'tunnels' | 'upgrades'> & { renews: boolean },
    presence: Presence,
    settings: Record<string, string | number>,
  ) {
    const traffic = createLinkTraffic(deps, {
      presence,
      hello: said,
      send,
      refuse,
      open: () => state.phase === 'open',
    })
    const link: Link = {
      presence,
      publicKey,
      ...able,
      command(command) {
        if (state.phase !== 'open') return false
        send({ verb: 'cmd', ...command })
        return state.phase === 'open'
      },
      refuse,
      renew: renews ? createRenewal(() => renew(presence), notRenewed) : () => {},
      check,
      leave,
    }
    state = { phase: 'open', link, traffic, keepalive: keepaliveOf(settings) }
    send({ verb: 'welcome', settings: { spread: deps.links.spread(), ...settings } })
    deps.links.add(link)
  }

  function keepaliveOf(settings: Record<string, string | number>): number {
    const seconds = Number(settings.keepalive) || linkTimes.keepaliveDefault
    channel.expectSilence(seconds * askAfter)
    return seconds
  }

  function notRenewed(error: unknown) {
    deps.log.warn({ err: error, deviceId }, 'Settings could not be sent to a device')
  }

  async function renew(presence: Presence): Promise<void> {
    const settings = await port.settings(presence, publicKey)
    if (state.phase !== 'open' || !settings) return
    state.keepalive = keepaliveOf(settings)
    // Its allowed silence may have been longer before.
    lastLineAt = now()
    asked = false
    send({ verb: 'settings', settings: { spread: deps.links.spread(), ...settings } })
  }

  function check() {
    if (state.phase !== 'open') return
    if (channel.behind() > limits.behindBytes) return drop('behind')
    const silent = (now() - lastLineAt) / 1000 / state.keepalive
    if (silent >= linkTimes.offlineAfter) return drop('silent')
    if (silent < askAfter || asked) return
    asked = true
    send({ verb: 'ping' })
  }

  async function leave() {
    if (state.phase !== 'open') return
    const { traffic } = state
    send({ verb: 'bye' })
    await traffic.idle()
    if (state.phase !== 'open') return
    finish(text('devices.offline_stopped'))
    channel.end()
  }
}
