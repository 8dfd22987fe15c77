import type { OpenedShell } from '@longreach/contract/remote/schemas'
import {
  IconChevronDown,
  IconChevronUp,
  IconClipboard,
  IconCopy,
  IconPower,
  IconSearch,
  IconSettings,
  IconX,
} from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../ui/copy-text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuChoice, MenuDivider, MenuItem, MenuLabel } from '../ui/menu.tsx'
import { toast } from '../ui/toast.ts'
import type { ShellState } from './shell-state.ts'
import classes from './shell-view.module.css'
import type { Terminal } from './terminal.ts'
import { themeNames } from './terminal-themes.ts'
import { TimeLeft } from './time-left.tsx'
import { type Look, sizes } from './use-look.ts'

interface Props {
  shell: OpenedShell
  state: ShellState
  terminal: RefObject<Terminal | null>
  look: Look
  onLook: (look: Look) => void
  finding: boolean
  onFinding: (finding: boolean) => void
  onExtend: (() => void) | undefined
  extra: ReactNode
  onEnd: (() => void) | undefined
}

const icon = { size: 17, stroke: 1.6 }

export function ShellTools({
  shell,
  state,
  terminal,
  look,
  onLook,
  finding,
  onFinding,
  onExtend,
  extra,
  onEnd,
}: Props) {
  const { t } = useTranslation('connect')
  const copy = async () => {
    const done = await copyText(terminal.current?.text() ?? '')
    toast(t(done ? 'copied' : 'notCopied'), done ? 'success' : 'error')
    terminal.current?.focus()
  }
  const paste = async () => {
    try {
      terminal.current?.paste(await navigator.clipboard.readText())
    } catch {
      toast(t('notPasted'), 'error')
    }
    terminal.current?.focus()
  }
  return (
    <div role="toolbar" aria-label={t('tools')} className={classes.tools}>
      <span className={classes.dot} data-phase={state.lost ? 'lost' : state.phase} aria-hidden="true" />
      <span className={classes.name} title={shell.device_name}>
        {shell.device_name}
      </span>
      <span className={classes.target} title={state.server}>
        {state.username ? t('asUser', { username: state.username, target: shell.target }) : shell.target}
      </span>
      {state.hostKey ? <HostKey state={state} target={shell.target} /> : null}
      <span className={classes.gap} />
      <TimeLeft endsAt={state.endsAt} onExtend={onExtend} />
      {finding ? <Find terminal={terminal} onEnd={() => onFinding(false)} /> : null}
      {finding ? null : (
        <IconButton size="small" label={t('search')} onClick={() => onFinding(true)}>
          <IconSearch {...icon} />
        </IconButton>
      )}
      <IconButton size="small" label={t(terminal.current?.selected() ? 'copySelection' : 'copyAll')} onClick={copy}>
        <IconCopy {...icon} />
      </IconButton>
      <IconButton size="small" label={t('paste')} onClick={paste} disabled={state.phase !== 'open'}>
        <IconClipboard {...icon} />
      </IconButton>
      <Menu
        trigger={
          <IconButton size="small" label={t('more')} tip={false}>
            <IconSettings {...icon} />
          </IconButton>
        }
      >
        <MenuItem onClick={() => onLook({ ...look, size: Math.min(sizes.max, look.size + 1) })}>{t('larger')}</MenuItem>
        <MenuItem onClick={() => onLook({ ...look, size: Math.max(sizes.min, look.size - 1) })}>
          {t('smaller')}
        </MenuItem>
        <MenuDivider />
        <MenuLabel>{t('theme')}</MenuLabel>
        <MenuChoice
          value={look.theme}
          options={themeNames.map((value) => ({ value, label: t(`themes.${value}`) }))}
          onChange={(theme) => onLook({ ...look, theme })}
        />
      </Menu>
      {extra}
      {onEnd ? (
        <IconButton size="small" label={t('close')} onClick={onEnd}>
          <IconPower {...icon} />
        </IconButton>
      ) : null}
    </div>
  )
}

function HostKey({ state, target }: { state: ShellState; target: string }) {
  const { t } = useTranslation('connect')
  const { hostKey } = state
  if (!hostKey) return null
  const whole = t('hostKey', { type: hostKey.key_type, fingerprint: hostKey.fingerprint })
  const meaning = hostKey.state === 'new' ? t('hostKeyNew', { target }) : t('hostKeyKnown')
  return (
    <span className={`${classes.key} mono`} title={`${whole}\n${meaning}`}>
      {hostKey.fingerprint}
    </span>
  )
}

function Find({ terminal, onEnd }: { terminal: RefObject<Terminal | null>; onEnd: () => void }) {
  const { t } = useTranslation('connect')
  const [text, setText] = useState('')
  const [found, setFound] = useState(true)
  useEffect(() => () => terminal.current?.endSearch(), [terminal])
  const find = (what: string, direction: 'next' | 'previous') =>
    setFound(what === '' || (terminal.current?.find(what, direction) ?? false))
  const end = () => {
    onEnd()
    terminal.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') find(text, event.shiftKey ? 'previous' : 'next')
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end()
  }
  return (
    <search className={classes.find}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it appears because it was asked for
        autoFocus
        aria-label={t('searchFor')}
        placeholder={t('searchFor')}
        value={text}
        aria-invalid={found ? undefined : true}
        onChange={(event) => {
          setText(event.target.value)
          find(event.target.value, 'next')
        }}
        onKeyDown={onKeyDown}
      />
      {found ? null : (
        <span className={classes.none} role="status">
          {t('notFound')}
        </span>
      )}
      <IconButton size="small" label={t('findPrevious')} onClick={() => find(text, 'previous')}>
        <IconChevronUp {...icon} />
      </IconButton>
      <IconButton size="small" label={t('findNext')} onClick={() => find(text, 'next')}>
        <IconChevronDown {...icon} />
      </IconButton>
      <IconButton size="small" label={t('endSearch')} onClick={end}>
        <IconX {...icon} />
      </IconButton>
    </search>
  )
}
