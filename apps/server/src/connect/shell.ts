import { text } from '@longreach/contract/i18n'
import { type ShellServerMessage, shellCloseCodes, shellLimits } from '@longreach/contract/remote/shell'
import type { Client, ClientChannel } from 'ssh2'
import { secondsLeft } from '../domains/remote/history.ts'
import type { LiveSession } from '../domains/remote/live-session.ts'
import { explain, ReachError, targetText } from '../domains/remote/reach.ts'
import { createReplay } from './replay.ts'
import { openLogin, type ShellDeps, type Talk } from './shell-login.ts'
import { connectTiming } from './timing.ts'

export interface Size {
  cols: number
  rows: number
}

/** A browser's socket, once its page has sent `start`. */
export interface Page extends Talk {
  bytes(chunk: Buffer): void
  /** Pauses or resumes reading the user's input. */
  hold(paused: boolean): void
  close(code: number): void
}

/** The shell of one session: it outlives its page for a while, so that a page can reconnect. */
export interface Shell {
  attach(page: Page, size: Size): void
  typed(page: Page, chunk: Buffer): void
  resize(page: Page, size: Size): void
  acknowledged(page: Page, bytes: number): void
  left(page: Page): void
  end(step: ReachError['step'], text: string): void
}

interface Open {
  client: Client
  channel: ClientChannel
  username: string
}

const pty = ({ cols, rows }: Size) => ({ term: 'xterm-256color', cols, rows, width: 0, height: 0 })

function openChannel(client: Client, size: Size): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    client.shell(pty(size), (error, channel) => {
      if (error) reject(new ReachError('shell', text('remote.no_shell')))
      else resolve(channel)
    })
  })
}

export function createShell(deps: ShellDeps, session: LiveSession, gone: () => void): Shell {
  const replay = createReplay(shellLimits.replay)
  let page: Page | undefined
  let open: Open | undefined
  let unseen = 0
  /** The notice about the host key, for a page that connects later. */
  let hostKey: ShellServerMessage | undefined
  let lingering: NodeJS.Timeout | undefined
  const clock = setInterval(sayTime, connectTiming.timeLeft)

  function say(message: ShellServerMessage) {
    page?.say(message)
  }

  function sayTime() {
    say({ type: 'time', seconds_left: secondsLeft(session.expiresAt) })
  }

  /** The target is read only as fast as the page draws. */
  function pace() {
    if (!open) return
    if (unseen > shellLimits.window) open.channel.pause()
    else if (unseen <= shellLimits.window / 2) open.channel.resume()
  }

  function show(chunk: Buffer) {
    replay.add(chunk)
    unseen += chunk.length
    page?.bytes(chunk)
    pace()
  }

  function end(step: ReachError['step'], text: string) {
    clearInterval(clock)
    clearTimeout(lingering)
    say({ type: 'ended', step, text })
    page?.hold(false)
    page?.close(shellCloseCodes.ended)
    page = undefined
    open?.client.end()
    open?.client.destroy()
    open = undefined
    gone()
  }

  function sayReady(resumed: boolean) {
    say({ type: 'ready', username: open?.username ?? '', server: targetText(session.target), resumed })
    sayTime()
  }

  function listen({ channel, client }: Open) {
    let code: number | undefined
    channel.on('data', show)
    channel.stderr.on('data', show)
    channel.on('exit', (exit: number | null) => {
      code = exit ?? undefined
    })
    channel.on('drain', () => page?.hold(false))
    channel.on('close', () => {
      if (open?.channel === channel)
        end('shell', code === undefined ? text('remote.shell_ended') : text('remote.shell_exited', { code }))
    })
    client.on('error', () => {})
    client.on('close', () => {
      if (open?.channel === channel) end('tunnel', text('remote.connection_lost'))
    })
  }

  async function start(opener: Page, size: Size) {
    try {
      const talk: Talk = {
        ...opener,
        say(message) {
          if (message.type === 'host_key') hostKey = { ...message, state: 'known' }
          opener.say(message)
        },
      }
      const { client, username } = await openLogin(deps, session, talk)
      if (page !== opener) return void client.destroy()
      const channel = await openChannel(client, size)
      if (page !== opener) return void client.destroy()
      open = { client, channel, username }
      sayReady(false)
      listen(open)
    } catch (error) {
      if (page !== opener) return
      const fault = explain(error, session.target)
      end(fault.step, fault.text)
    }
  }

  function resume(size: Size) {
    unseen = 0
    sayReady(true)
    if (hostKey) say(hostKey)
    for (const chunk of replay.chunks()) {
      unseen += chunk.length
      page?.bytes(chunk)
    }
    open?.channel.setWindow(size.rows, size.cols, 0, 0)
    pace()
  }

  return {
    attach(newcomer, size) {
      clearTimeout(lingering)
      const older = page
      page = newcomer
      older?.close(shellCloseCodes.takenOver)
      if (open) resume(size)
      else void start(newcomer, size)
    },
    typed(from, chunk) {
      if (from === page && open && !open.channel.write(chunk)) from.hold(true)
    },
    resize(from, { rows, cols }) {
      if (from === page) open?.channel.setWindow(rows, cols, 0, 0)
    },
    acknowledged(from, bytes) {
      if (from !== page) return
      unseen = Math.max(0, unseen - bytes)
      pace()
    },
    left(from) {
      if (from !== page) return
      page = undefined
      if (!open) return end('session', text('remote.page_closed'))
      lingering = setTimeout(() => end('session', text('remote.page_closed')), shellLimits.linger * 1000)
    },
    end,
  }
}
