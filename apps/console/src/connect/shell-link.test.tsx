import { type ShellClientMessage, shellCloseCodes, shellLimits } from '@longreach/contract/remote/shell'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openShellLink, type ShellEvents } from './shell-link.ts'

class FakeSocket {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = 0
  bufferedAmount = 0
  binaryType = ''
  onopen = () => {}
  onmessage = (_event: { data: unknown }) => {}
  onclose = (_event: { code: number }) => {}
  readonly sent: (string | Uint8Array)[] = []
  readonly address: string

  constructor(address: string) {
    this.address = address
    FakeSocket.all.push(this)
  }

  send(data: string | Uint8Array) {
    this.sent.push(data)
    if (typeof data !== 'string') this.bufferedAmount += data.length
  }

  close() {
    this.readyState = 3
  }

  opens() {
    this.readyState = 1
    this.onopen()
  }

  breaks(code = 1006) {
    this.readyState = 3
    this.onclose({ code })
  }

  says(message: object) {
    this.onmessage({ data: JSON.stringify(message) })
  }

  get messages(): ShellClientMessage[] {
    return this.sent.filter((one) => typeof one === 'string').map((one) => JSON.parse(one) as ShellClientMessage)
  }

  get bytes(): number {
    return this.sent.reduce((sum, one) => sum + (typeof one === 'string' ? 0 : one.length), 0)
  }
}

const ready = { type: 'ready', username: 'root', server: 'dropbear', resumed: false }

function open(drawAtOnce = true) {
  const drawings: (() => void)[] = []
  const events = {
    onBytes: vi.fn<ShellEvents['onBytes']>((_bytes, drawn) => {
      if (drawAtOnce) drawn()
      else drawings.push(drawn)
    }),
    onMessage: vi.fn<ShellEvents['onMessage']>(),
    onLost: vi.fn<ShellEvents['onLost']>(),
    onGone: vi.fn<ShellEvents['onGone']>(),
  }
  const link = openShellLink('/connect/abc', () => ({ cols: 80, rows: 24 }), events)
  return { link, events, drawings, socket: () => FakeSocket.all.at(-1) as FakeSocket }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the socket of a shell', () => {
  test('starts with the size of the terminal and acknowledges what was drawn, not what arrived', () => {
    const { drawings, socket } = open(false)
    expect(socket().address).toMatch(/^ws.*\/connect\/abc$/)
    socket().opens()
    expect(socket().messages).toEqual([{ type: 'start', cols: 80, rows: 24 }])
    socket().onmessage({ data: new ArrayBuffer(shellLimits.ackEvery) })
    socket().onmessage({ data: new ArrayBuffer(10) })
    expect(socket().messages).toHaveLength(1)
    for (const drawn of drawings) drawn()
    expect(socket().messages.at(-1)).toEqual({ type: 'ack', bytes: shellLimits.ackEvery })
  })

  test('a paste of a megabyte is sent in frames the server accepts, no faster than the connection allows', () => {
    const { link, socket } = open()
    socket().opens()
    link.input(new Uint8Array(1024 * 1024))
    const first = socket().bytes
    expect(first).toBeLessThan(512 * 1024)
    vi.advanceTimersByTime(100)
    expect(socket().bytes).toBe(first)
    while (socket().bytes < 1024 * 1024) {
      socket().bufferedAmount = 0
      vi.advanceTimersByTime(20)
    }
    expect(socket().bytes).toBe(1024 * 1024)
    for (const frame of socket().sent) expect(frame.length).toBeLessThanOrEqual(shellLimits.frame)
  })

  test('a lost connection is retried with growing delays, and text typed meanwhile is not sent later', () => {
    const { link, events, socket } = open()
    socket().opens()
    socket().says(ready)
    socket().breaks()
    expect(events.onLost.mock.calls).toEqual([[true]])
    link.input(new Uint8Array([114, 109]))
    vi.advanceTimersByTime(300)
    expect(FakeSocket.all).toHaveLength(2)
    socket().opens()
    socket().says({ ...ready, resumed: true })
    expect(events.onLost.mock.calls).toEqual([[true], [false]])
    expect(socket().bytes).toBe(0)
    for (let attempt = 0; attempt < 7; attempt++) {
      socket().breaks()
      vi.advanceTimersByTime(20_000)
    }
    expect(events.onGone.mock.calls).toEqual([['unreachable']])
    expect(FakeSocket.all).toHaveLength(8)
  })

  test.each([
    ['another tab took the shell', (socket: FakeSocket) => socket.breaks(shellCloseCodes.takenOver), 'takenOver'],
    [
      'the session ended',
      (socket: FakeSocket) => {
        socket.says({ type: 'ended', step: 'session', text: 'Time is over' })
        socket.breaks(shellCloseCodes.ended)
      },
      null,
    ],
  ])('it does not reconnect when %s', (_why, end, gone) => {
    const { events, socket } = open()
    socket().opens()
    socket().says(ready)
    end(socket())
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.all).toHaveLength(1)
    expect(events.onGone.mock.calls).toEqual(gone ? [[gone]] : [])
  })
})
