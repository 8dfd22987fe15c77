import './texts.ts'
import type { OpenedShell } from '@longreach/contract/remote/schemas'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSchemeName } from '../ui/scheme.ts'
import { ShellNotice } from './shell-notice.tsx'
import type { ShellState } from './shell-state.ts'
import { ShellTools } from './shell-tools.tsx'
import classes from './shell-view.module.css'
import { createTerminal, type Terminal } from './terminal.ts'
import { themeOf } from './terminal-themes.ts'
import { useLook } from './use-look.ts'
import { useShell } from './use-shell.ts'

interface Props {
  shell: OpenedShell
  /** Ends the session; absent for users of a link without an account. */
  onEnd?: (() => void) | undefined
  /** Extends the session; offered shortly before its end. */
  onExtend?: (() => void) | undefined
  extra?: ReactNode
  /** Opens a new session after this one has ended. */
  onAgain?: (() => void) | undefined
  onState?: (state: ShellState) => void
}

/** A shell in the browser: the toolbar, the terminal below, and questions on top of it. */
export function ShellView({ shell, extra, onExtend, onEnd, onAgain, onState }: Props) {
  const { t } = useTranslation('connect')
  const scheme = useSchemeName()
  const [look, setLook] = useLook()
  const place = useRef<HTMLDivElement>(null)
  const terminal = useRef<Terminal | null>(null)
  const connection = useShell(shell.path, terminal)
  const handlers = useRef(connection)
  handlers.current = connection
  const [finding, setFinding] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the look is followed below, without a new terminal
  useEffect(() => {
    if (!place.current) return
    const made = createTerminal(place.current, themeOf(look.theme, scheme), look.size, {
      onInput: (bytes) => handlers.current.input(bytes),
      onResize: (size) => handlers.current.resize(size),
      onFind: () => setFinding(true),
    })
    terminal.current = made
    made.focus()
    return () => {
      terminal.current = null
      made.dispose()
    }
  }, [])

  useEffect(() => terminal.current?.setTheme(themeOf(look.theme, scheme)), [look.theme, scheme])
  useEffect(() => terminal.current?.setFontSize(look.size), [look.size])

  const { state } = connection
  const stateHandler = useRef(onState)
  stateHandler.current = onState
  useEffect(() => stateHandler.current?.(state), [state])
  return (
    <div className={classes.view} style={{ ['--terminal' as string]: themeOf(look.theme, scheme).background }}>
      <ShellTools
        shell={shell}
        state={state}
        terminal={terminal}
        look={look}
        onLook={setLook}
        finding={finding}
        onFinding={setFinding}
        onExtend={onExtend}
        extra={extra}
        onEnd={onEnd}
      />
      <div className={classes.stage}>
        <section ref={place} className={classes.terminal} aria-label={t('terminal')} />
        {state.lost ? (
          <p className={classes.lost} role="status">
            {t('lost')}
          </p>
        ) : null}
        {state.phase === 'open' ? null : <ShellNotice shell={shell} connection={connection} onAgain={onAgain} />}
      </div>
    </div>
  )
}
