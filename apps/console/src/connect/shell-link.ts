import {
  type ShellClientMessage,
  type ShellServerMessage,
  shellCloseCodes,
  shellLimits,
} from '@longreach/contract/remote/shell'

export interface ShellEvents {
  /** Terminal bytes; `drawn` has to be called once they are on the screen. */
  onBytes: (bytes: Uint8Array, drawn: () => void) => void
  onMessage: (message: ShellServerMessage) => void
  /** True when disconnected and reconnecting; false once connected again. */
  onLost: (lost: boolean) => void
  /** Disconnected for good; `takenOver` if another tab has the shell now. */
  onGone: (why: 'takenOver' | 'unreachable') => void
}

export interface ShellLink {
  send(message: ShellClientMessage): void
  /** Sends any number of bytes in order. */
  input(bytes: Uint8Array<ArrayBuffer>): void
  close(): void
}

/** Maximum bytes per frame, and bytes that may be buffered in the browser before the rest waits. */
const frameBytes = 16 * 1024
const waitingBytes = 256 * 1024
const lookAgainMs = 15
const retryMs = [300, 1000, 2000, 4000, 8000, 15_000] as const

const socketAddress = (path: string) => location.origin.replace(/^http/, 'ws') + path

/** The raw WebSocket of a shell session (spec §2): binary frames belong to the terminal, text frames are messages. */
export function openShellLink(
  path: string,
  size: () => { cols: number; rows: number },
  events: ShellEvents,
): ShellLink {
  let socket: WebSocket | null = null
  let closed = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let drawn = 0
  let queue: Uint8Array<ArrayBuffer>[] = []
  let pumping: ReturnType<typeof setTimeout> | undefined

  function open() {
    const opened = new WebSocket(socketAddress(path))
    socket = opened
    opened.binaryType = 'arraybuffer'
    opened.onopen = () => {
      drawn = 0
      send({ type: 'start', ...size() })
    }
    opened.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') return receive(JSON.parse(data) as ShellServerMessage)
      const bytes = new Uint8Array(data)
      events.onBytes(bytes, () => acknowledge(opened, bytes.length))
    }
    opened.onclose = ({ code }) => {
      if (socket !== opened || closed) return
      socket = null
      if (code === shellCloseCodes.takenOver) return give('takenOver')
      lose()
    }
  }

  function receive(message: ShellServerMessage) {
    if (message.type === 'ended') closed = true
    events.onMessage(message)
    if (message.type === 'ready' && failures > 0) {
      failures = 0
      events.onLost(false)
    }
    if (message.type === 'ended') close()
  }

  function lose() {
    const wait = retryMs[failures]
    failures += 1
    if (wait === undefined) return give('unreachable')
    events.onLost(true)
    timer = setTimeout(open, wait)
  }

  function give(why: 'takenOver' | 'unreachable') {
    closed = true
    events.onGone(why)
  }

  function acknowledge(from: WebSocket, bytes: number) {
    if (from !== socket) return
    drawn += bytes
    if (drawn < shellLimits.ackEvery) return
    send({ type: 'ack', bytes: drawn })
    drawn = 0
  }

  function send(message: ShellClientMessage) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  /** Sends keys and pasted text as fast as the connection accepts them; the browser buffers the rest. */
  function pump() {
    pumping = undefined
    while (queue.length > 0 && socket?.readyState === WebSocket.OPEN && socket.bufferedAmount < waitingBytes) {
      const next = queue.shift()
      if (next) socket.send(next)
    }
    if (queue.length > 0 && !closed) pumping = setTimeout(pump, lookAgainMs)
  }

  function close() {
    closed = true
    clearTimeout(timer)
    clearTimeout(pumping)
    queue = []
    socket?.close()
    socket = null
  }

  open()
  return {
    send,
    input(bytes) {
      // Input typed while disconnected would be executed later, unseen.
      if (socket?.readyState !== WebSocket.OPEN) return
      for (let at = 0; at < bytes.length; at += frameBytes) queue.push(bytes.subarray(at, at + frameBytes))
      if (pumping === undefined) pump()
    },
    close,
  }
}
