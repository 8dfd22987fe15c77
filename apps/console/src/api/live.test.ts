import { expect, test, vi } from 'vitest'
import { createLive } from './live.ts'

const emit = vi.hoisted(() => vi.fn())
const handlers = vi.hoisted(() => new Map<string, () => void>())
vi.mock('socket.io-client', () => ({
  io: () => ({
    connected: true,
    emit,
    on: (event: string, handler: () => void) => handlers.set(event, handler),
    onAny: () => undefined,
    disconnect: () => undefined,
  }),
}))

test('a channel is left when the last who follows it goes, and joined again after a reconnection', async () => {
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
