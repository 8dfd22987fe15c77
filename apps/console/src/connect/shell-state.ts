import type { ConnectStep } from '@longreach/contract/remote/constants'
import type { ShellServerMessage } from '@longreach/contract/remote/shell'

type HostKey = Extract<ShellServerMessage, { type: 'host_key' }>

/** State of the shell's page, derived from the server's messages. */
export interface ShellState {
  phase: 'opening' | 'credentials' | 'untrusted' | 'open' | 'ended' | 'taken-over' | 'unreachable'
  lost: boolean
  steps: readonly { step: ConnectStep; text: string }[]
  hostKey: HostKey | null
  /** Reason why credentials are required, or why the shell ended. */
  reason: string
  failedStep: ConnectStep | null
  username: string
  server: string
  /** End of the session, in milliseconds since 1970. */
  endsAt: number | null
}

export const firstShellState: ShellState = {
  phase: 'opening',
  lost: false,
  steps: [],
  hostKey: null,
  reason: '',
  failedStep: null,
  username: '',
  server: '',
  endsAt: null,
}

/** The state after a message of the server. */
export function hear(state: ShellState, message: ShellServerMessage, now: number): ShellState {
  switch (message.type) {
    case 'step':
      return { ...state, phase: 'opening', steps: [...state.steps, { step: message.step, text: message.text }] }
    case 'credentials':
      return { ...state, phase: 'credentials', reason: message.reason }
    case 'host_key':
      return { ...state, hostKey: message, phase: message.state === 'changed' ? 'untrusted' : state.phase }
    case 'ready':
      return { ...state, phase: 'open', lost: false, username: message.username, server: message.server }
    case 'time':
      return { ...state, endsAt: now + message.seconds_left * 1000 }
    case 'ended':
      return { ...state, phase: 'ended', lost: false, reason: message.text, failedStep: message.step }
  }
}
