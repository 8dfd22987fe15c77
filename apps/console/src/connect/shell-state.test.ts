import type { ShellServerMessage } from '@longreach/contract/remote/shell'
import { expect, test } from 'vitest'
import { firstShellState, hear } from './shell-state.ts'

const after = (...messages: ShellServerMessage[]) =>
  messages.reduce((state, message) => hear(state, message, 1000), firstShellState)
const key = { type: 'host_key', key_type: 'ssh-ed25519', fingerprint: 'SHA256:new' } as const

test('steps lead to an open shell, with a question in between', () => {
  const asked = after(
    { type: 'step', step: 'tunnel', text: 'Opening the tunnel' },
    { ...key, state: 'new' },
    { type: 'credentials', reason: 'The key was refused' },
  )
  expect(asked).toMatchObject({ phase: 'credentials', reason: 'The key was refused', hostKey: { state: 'new' } })
  const open = hear(asked, { type: 'ready', username: 'root', server: 'dropbear', resumed: false }, 1000)
  expect(open).toMatchObject({ phase: 'open', username: 'root' })
  expect(hear(open, { type: 'time', seconds_left: 60 }, 1000).endsAt).toBe(61_000)
})

test('a changed host key waits for an answer; an end keeps the name of its step', () => {
  expect(after({ ...key, state: 'changed', was: 'SHA256:old', may_trust: true }).phase).toBe('untrusted')
  expect(after({ type: 'ended', step: 'target', text: 'There is no SSH server at 127.0.0.1:22' })).toMatchObject({
    phase: 'ended',
    failedStep: 'target',
    reason: 'There is no SSH server at 127.0.0.1:22',
  })
})
