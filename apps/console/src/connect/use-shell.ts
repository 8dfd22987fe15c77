import type { ShellServerMessage } from '@longreach/contract/remote/shell'
import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react'
import { openShellLink, type ShellLink } from './shell-link.ts'
import { firstShellState, hear, type ShellState } from './shell-state.ts'
import type { Terminal } from './terminal.ts'

type Event =
  | { type: 'heard'; message: ShellServerMessage; at: number }
  | { type: 'lost'; lost: boolean }
  | { type: 'gone'; why: 'takenOver' | 'unreachable' }
  | { type: 'again' }
  | { type: 'answered' }

function reduce(state: ShellState, event: Event): ShellState {
  switch (event.type) {
    case 'heard':
      return hear(state, event.message, event.at)
    case 'lost':
      return { ...state, lost: event.lost }
    case 'gone':
      return { ...state, lost: false, phase: event.why === 'takenOver' ? 'taken-over' : 'unreachable' }
    case 'again':
      return firstShellState
    case 'answered':
      return { ...state, phase: 'opening' }
  }
}

export interface Shell {
  state: ShellState
  input: (bytes: Uint8Array<ArrayBuffer>) => void
  resize: (size: { cols: number; rows: number }) => void
  signIn: (username: string, password: string) => void
  trust: (fingerprint: string) => void
  /** Reconnects; the server then sends the screen again. */
  reconnect: () => void
}

/** One shell session with its terminal, from when `terminal` is set until the page is left. */
export function useShell(path: string, terminal: RefObject<Terminal | null>): Shell {
  const [state, dispatch] = useReducer(reduce, firstShellState)
  const link = useRef<ShellLink | null>(null)

  const connect = useCallback(() => {
    link.current?.close()
    dispatch({ type: 'again' })
    link.current = openShellLink(path, () => terminal.current?.size() ?? { cols: 80, rows: 24 }, {
      onBytes: (bytes, drawn) => (terminal.current ? terminal.current.write(bytes, drawn) : drawn()),
      onMessage(message) {
        // The server sends the previous output again.
        if (message.type === 'ready' && message.resumed) terminal.current?.reset()
        if (message.type === 'ready') terminal.current?.focus()
        dispatch({ type: 'heard', message, at: Date.now() })
      },
      onLost: (lost) => dispatch({ type: 'lost', lost }),
      onGone: (why) => dispatch({ type: 'gone', why }),
    })
  }, [path, terminal])

  useEffect(() => {
    connect()
    return () => link.current?.close()
  }, [connect])

  return {
    state,
    input: (bytes) => link.current?.input(bytes),
    resize: (size) => link.current?.send({ type: 'resize', ...size }),
    signIn(username, password) {
      link.current?.send({ type: 'credentials', username, password })
      dispatch({ type: 'answered' })
    },
    trust(fingerprint) {
      link.current?.send({ type: 'trust', fingerprint })
      dispatch({ type: 'answered' })
    },
    reconnect: connect,
  }
}
