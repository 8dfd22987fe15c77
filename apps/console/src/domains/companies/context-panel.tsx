import './texts.ts'
import type { CompanyDetails } from '@longreach/contract/companies/schemas'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompanyContext } from '../../api/context.ts'
import { failureOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { textOf } from '../../i18n/i18n.ts'
import { ErrorState } from '../../ui/state.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { parentRow } from './context-keys.ts'
import classes from './context-panel.module.css'
import { ContextRow } from './context-row.tsx'
import { type ContextRows, Found, Subsidiaries } from './context-rows.tsx'
import { childrenQuery, treeSearchQuery, wholeHealthQuery } from './tree-queries.ts'

/** Milliseconds without a key before a name is searched. */
const typingRest = 200

interface Props {
  context: CompanyContext | null
  /** The company of the context, once it is loaded. */
  company: CompanyDetails | undefined
  onChoose: (context: CompanyContext | null) => void
  onOffline: (context: CompanyContext | null) => void
  onClose: () => void
}

/** Selects the company that the console is limited to, by typing or from the tree. */
export function ContextPanel({ context, company, onChoose, onOffline, onClose }: Props) {
  const { t } = useTranslation('companies')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const q = useSettled(text.trim(), typingRest)
  const [alone, setAlone] = useState(context?.alone ?? false)
  const [active, setActive] = useState(context ? String(context.id) : whole)
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set())
  /** Enter was pressed while the matches were still loading. */
  const [entered, setEntered] = useState(false)
  const seesDevices = useCan('view_devices')
  const { data: health } = useQuery({ ...wholeHealthQuery, enabled: seesDevices })
  const roots = useInfiniteQuery(childrenQuery(null))
  const found = useQuery(treeSearchQuery(q))
  const waiting = text.trim() !== q || (q !== '' && (found.isPending || found.isPlaceholderData))
  const top = roots.data?.pages[0]?.nodes ?? []
  // A tree with a single root would otherwise show only that root.
  const opened = new Set([...(company ? [company.id, ...company.ancestors.map((one) => one.id)] : [])])
  if (top.length === 1 && top[0]) opened.add(top[0].id)

  const choose = (next: CompanyContext | null, act = onChoose) => {
    onClose()
    act(next)
  }
  const turn = (node: number) =>
    setTurned((now) => {
      const next = new Set(now)
      if (!next.delete(node)) next.add(node)
      return next
    })
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])]
  const current = () => items().find(({ dataset }) => dataset.key === active)
  const moveTo = (item: HTMLElement | undefined) => {
    if (!item?.dataset.key) return
    setActive(item.dataset.key)
    item.scrollIntoView({ block: 'nearest' })
  }

  // The panel around it has the focus until this is loaded.
  useEffect(() => {
    if (field.current?.closest('[role=dialog]')?.contains(document.activeElement)) field.current.focus()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other matches start at the first of them
  useEffect(() => {
    if (waiting) return
    if (q !== '') moveTo(items().find(({ dataset }) => dataset.matched))
    else setActive(context ? String(context.id) : whole)
  }, [q, waiting])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the search matters
  useEffect(() => {
    if (!entered || waiting) return
    setEntered(false)
    current()?.click()
  }, [entered, waiting, active])

  const onKeyDown = (event: KeyboardEvent) => {
    const all = items()
    const item = current()
    const at = item ? all.indexOf(item) : -1
    const open = item?.getAttribute('aria-expanded')
    const steps: Record<string, () => void> = {
      ArrowDown: () => moveTo(all[Math.min(at + 1, all.length - 1)]),
      ArrowUp: () => moveTo(all[Math.max(at - 1, 0)]),
      Enter: () => (waiting ? setEntered(true) : item?.click()),
      // Within a typed name these keys move the cursor.
      ...(text === ''
        ? {
            ArrowRight: () => (open === 'false' ? turn(Number(active)) : open === 'true' && moveTo(all[at + 1])),
            ArrowLeft: () => (open === 'true' ? turn(Number(active)) : moveTo(parentRow(all, at))),
          }
        : {}),
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    step()
  }

  const rows: ContextRows = {
    id,
    alone,
    active,
    chosen: context?.id ?? null,
    isOpen: (node) => opened.has(node) !== turned.has(node),
    onTurn: turn,
    onChoose: (node) => choose({ id: node, alone }),
    onOffline: (node) => choose({ id: node, alone }, onOffline),
  }
  const failed = q === '' ? roots : found
  return (
    <div className={classes.panel}>
      <div className={classes.field}>
        <IconSearch size={17} stroke={1.7} />
        <input
          ref={field}
          type="search"
          role="combobox"
          data-autofocus
          aria-label={t('switcher.search')}
          placeholder={t('switcher.search')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={`${id}-${active}`}
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="tree" aria-label={t('switcher.list')} className={classes.list}>
        {q === '' ? (
          <ContextRow
            id={`${id}-${whole}`}
            row={whole}
            depth={1}
            name={textOf('companies:context.all')}
            health={health}
            active={active === whole}
            chosen={context === null}
            whole
            onChoose={() => choose(null)}
            onOffline={() => choose(null, onOffline)}
          />
        ) : null}
        {failed.error && !failed.data ? (
          <ErrorState title={t('failed')} {...failureOf(failed.error)} onRetry={() => void failed.refetch()} />
        ) : q === '' ? (
          <Subsidiaries of={null} depth={1} rows={rows} />
        ) : (
          <Found nodes={found.data?.nodes ?? []} total={found.data?.total ?? 0} rows={rows} />
        )}
        {q !== '' && !waiting && found.data?.nodes.length === 0 ? (
          <p className={classes.none} role="status">
            {t('switcher.none')}
          </p>
        ) : null}
      </div>
      <div className={classes.foot}>
        <label className={classes.switch}>
          <input
            type="checkbox"
            role="switch"
            aria-checked={!alone}
            checked={!alone}
            onChange={() => {
              setAlone(!alone)
              if (context) onChoose({ ...context, alone: !alone })
            }}
          />
          {t('switcher.subsidiaries')}
        </label>
        <span className={classes.keys} aria-hidden="true">
          {t('switcher.keys')}
        </span>
      </div>
    </div>
  )
}

/** Id of the row for all companies. */
const whole = 'all'
