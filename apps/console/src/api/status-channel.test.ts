import type { ServerEvents, StatusEvent } from '@longreach/contract/live'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Live } from './live.ts'
import { endOfWork, followChannel } from './status-channel.ts'

const channel = 'private-status.7.abc'
const step = (value: string): StatusEvent => ({ status: 'running', value })

function fakeLive(connected: boolean) {
  let handler: ServerEvents['ActionStatusUpdated'] = () => {}
  const joined: string[] = []
  const state = { connected }
  const live: Pick<Live, 'on' | 'join' | 'connected'> = {
    on: (_event, given) => {
      handler = given as unknown as ServerEvents['ActionStatusUpdated']
      return () => {}
    },
    join: (name) => {
      joined.push(name)
      return () => {}
    },
    connected: () => state.connected,
  }
  return {
    live: live as Live,
    joined,
    state,
    say: (events: [number, string, StatusEvent][], of = channel) =>
      handler({ channel: of, events: events.map(([id, key, data]) => ({ id, key, data })) }),
  }
}

describe('following a channel', () => {
  const fetched = vi.fn<(address: string) => Promise<Response>>()
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', fetched)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    fetched.mockReset()
  })

  test('steps come by the socket in their order, once each, and those of other channels not at all', () => {
    const socket = fakeLive(true)
    const published: [string, string[]][] = []
    const end = followChannel(
      channel,
      (key, steps) => published.push([key, steps.map(({ value }) => value)]),
      socket.live,
    )
    socket.say([
      [2, '1', step('second')],
      [1, '1', step('first')],
    ])
    socket.say([[2, '1', step('second')]])
    socket.say([[3, '1', step('of another')]], 'private-status.7.other')
    socket.say([[4, '2', step('third')]])
    end()
    socket.say([[5, '2', step('after the end')]])
    expect(socket.joined).toEqual([channel])
    expect(published).toEqual([
      ['1', ['first', 'second']],
      ['2', ['third']],
    ])
    expect(fetched).not.toHaveBeenCalled()
  })

  test('while the socket is disconnected it polls, and repeats nothing after the reconnect', async () => {
    const socket = fakeLive(false)
    const answer = (events: StatusEvent[]) => Promise.resolve(Response.json({ data: { 1: events } }))
    fetched.mockImplementationOnce(() => Promise.resolve(Response.json({}, { status: 404 })))
    fetched.mockImplementation(() => answer([step('first')]))
    const published: string[][] = []
    const end = followChannel(channel, (_key, steps) => published.push(steps.map(({ value }) => value)), socket.live)
    await vi.advanceTimersByTimeAsync(1000)
    expect(published).toEqual([['first']])
    socket.state.connected = true
    socket.say([[1, '1', step('first')]])
    socket.say([[2, '1', step('second')]])
    await vi.advanceTimersByTimeAsync(3000)
    expect(published).toEqual([['first'], ['first', 'second']])
    expect(fetched).toHaveBeenCalledTimes(2)
    end()
  })
})

test('the end of a piece of work is awaited, with a timeout', async () => {
  vi.useFakeTimers()
  const socket = fakeLive(true)
  const end = endOfWork(channel, 5000, socket.live)
  socket.say([[1, '1', step('first')]])
  socket.say([[2, '1', { status: 'error', value: 'The device is offline' }]])
  await expect(end).resolves.toMatchObject({ value: 'The device is offline' })
  const never = endOfWork(channel, 5000, fakeLive(true).live)
  const refused = expect(never).rejects.toThrow('Nothing was heard')
  await vi.advanceTimersByTimeAsync(5000)
  await refused
  vi.useRealTimers()
})
