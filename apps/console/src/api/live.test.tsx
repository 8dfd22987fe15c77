import { beforeEach, expect, test, vi } from 'vitest'
import { createLive } from './live.ts'

const emit = vi.hoisted(() => vi.fn())
const handlers = vi.hoisted(() => new Map<string, (event?: unknown) => void>())
const opened = vi.hoisted(() => [] as object[])
vi.mock('socket.io-client', () => ({
  io: (options: object) => ({
    connected: opened.push(options) > 0,
    emit,
    on: (event: string, handler: (event?: unknown) => void) => handlers.set(event, handler),
    onAny: () => undefined,
    disconnect: () => undefined,
  }),
}))

beforeEach(() => {
  handlers.clear()
  opened.length = 0
})

test('a channel is unsubscribed with its last follower, and subscribed again after a reconnect', async () => {
  const live = createLive()
  live.start(7)
  await vi.waitFor(() => expect(handlers.has('connect')).toBe(true))
  const channel = 'private-status.7.abc'
  const first = live.join(channel)
  const second = live.join(channel)
  first()
  expect(emit).not.toHaveBeenCalledWith('unsubscribe', { channel })
  emit.mockClear()
  handlers.get('connect')?.()
  expect(emit).toHaveBeenCalledWith('subscribe', { channel })
  second()
  expect(emit).toHaveBeenCalledWith('unsubscribe', { channel })
  live.stop()
})

test('S7.112 S8.23 S8.24 S8.25 S9.39 a refused channel is logged, and closed for good after a 403', async () => {
  const noted = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const live = createLive()
  live.start(7)
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  expect(opened[0]).toMatchObject({ path: '/status/socket.io', reconnectionAttempts: 5 })
  live.join('one')
  live.join('two')
  const refuse = (channel: string, status: number) =>
    handlers.get('subscription_error')?.({ channel, status, message: 'No' })
  emit.mockClear()
  refuse('one', 403)
  refuse('two', 429)
  expect(noted.mock.calls).toEqual([['Channel one: 403 No'], ['Channel two: 429 No']])
  expect(emit.mock.calls).toEqual([['unsubscribe', { channel: 'one' }]])
  emit.mockClear()
  handlers.get('connect')?.()
  expect(emit).not.toHaveBeenCalledWith('subscribe', { channel: 'one' })
  expect(emit).toHaveBeenCalledWith('subscribe', { channel: 'two' })
  live.stop()
  noted.mockRestore()
})

test('listeners are notified of a lost connection until they unsubscribe', async () => {
  const live = createLive()
  const lost = vi.fn()
  const end = live.onDisconnected(lost)
  live.start(7)
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  handlers.get('disconnect')?.('transport close')
  expect(lost).toHaveBeenCalledTimes(1)
  end()
  handlers.get('disconnect')?.('io client disconnect')
  expect(lost).toHaveBeenCalledTimes(1)
  live.stop()
})
