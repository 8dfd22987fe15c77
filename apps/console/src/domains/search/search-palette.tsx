import './texts.ts'
import { IconBolt, IconSearch, IconTable } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, use, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Search } from '../../api/search.ts'
import { useUser } from '../../api/session.ts'
import { textOf } from '../../i18n/i18n.ts'
import type { SearchVerb } from '../../registry/domain.ts'
import { useTrap } from '../../ui/focus-trap.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Option, Section } from './option.ts'
import classes from './search-palette.module.css'
import { loadSearchables, parseRequest } from './searchables.ts'
import { useOwnSections } from './use-own-sections.tsx'
import { type Group, useFound, useProviders, useRested } from './use-search.ts'

/** Number of rows that an entered verb is offered for. */
const verbRows = 5

interface Props {
  onClose: () => void
  /** Text typed before the field was ready. */
  takeEarly: () => string
}

/** Finds objects and starts actions; an overlay that stays until a line is selected or Escape is pressed. */
export function SearchPalette({ onClose, takeEarly }: Props) {
  const { t } = useTranslation('search')
  const id = useId()
  const trap = useTrap(true)
  const [text, setText] = useState('')
  /** The active line; the first one by default. */
  const [moved, setMoved] = useState<string | null>(null)
  /** Enter was pressed on the first line while other lines might still be inserted before it. */
  const [entered, setEntered] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(document.activeElement)
  const { providers, verbs, commands } = use(loadSearchables())
  const { verb, q } = parseRequest(text, verbs)
  const [rested, rest] = useRested(q)
  const { allowed, chosen, toggle } = useProviders(providers)
  const { groups, busy } = useFound(chosen, rested)
  const own = useOwnSections(text, commands, onClose)
  const found = useSections(groups, verbs, verb, rested, onClose)
  const sections = [...own, ...found]
  const options = sections.flatMap((section) => section.options)
  // Late results are inserted between lines, so the active line is identified by its key, not by its position.
  const active = Math.max(
    options.findIndex(({ key }) => key === moved),
    0,
  )
  const current = options[active]
  const waiting = busy || rested !== q

  // biome-ignore lint/correctness/useExhaustiveDependencies: new results start at the top
  useEffect(() => {
    setMoved(null)
    setEntered(false)
  }, [rested, verb])
  useEffect(() => {
    if (!entered || waiting) return
    setEntered(false)
    current?.choose()
  }, [entered, waiting, current])
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  /** Closed without a selection, so the focus returns to where it was. */
  const dismiss = () => {
    onClose()
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  const moveTo = (option: Option | undefined) => {
    setMoved(option?.key ?? null)
    setEntered(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 }
    const step = steps[event.key]
    if (step !== undefined && options.length > 0) {
      event.preventDefault()
      moveTo(options[(step + options.length) % options.length])
    } else if (event.key === 'Enter') {
      event.preventDefault()
      // Lines of the console itself do not wait for responses.
      if (own.some(({ options: lines }) => current && lines.includes(current))) current?.choose()
      else if (rested !== q) rest()
      else if (busy && moved === null) setEntered(true)
      else current?.choose()
    }
  }
  return (
    <div className={classes.scrim} onPointerDown={(event) => event.target === event.currentTarget && dismiss()}>
      <div
        ref={trap}
        role="dialog"
        aria-modal="true"
        aria-label={t('title')}
        className={classes.palette}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          dismiss()
        }}
      >
        <div className={classes.field}>
          {waiting ? <Spinner size={18} /> : <IconSearch size={18} stroke={1.7} />}
          <input
            type="search"
            role="combobox"
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={current ? `${id}-${current.key}` : undefined}
            aria-label={t('title')}
            placeholder={t('placeholder')}
            data-autofocus
            maxLength={100}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onFocus={() => {
              const early = takeEarly()
              setText((now) => now + early)
            }}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <div id={`${id}-list`} ref={list} role="listbox" aria-label={t('title')} className={classes.list}>
          {sections.map(({ title, options: lines }) => (
            // biome-ignore lint/a11y/useSemanticElements: a list box has groups, not fieldsets
            <div key={title} role="group" aria-label={title}>
              <div className={classes.group} aria-hidden="true">
                {title}
              </div>
              {lines.map((option) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and hears the keys
                <div
                  key={option.key}
                  id={`${id}-${option.key}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option === current}
                  className={classes.option}
                  onPointerMove={() => moveTo(option)}
                  onClick={option.choose}
                >
                  {option.icon}
                  <span className={classes.text}>
                    <strong>{option.title}</strong>
                    {option.detail ? <span>{option.detail}</span> : null}
                  </span>
                  {option.mark ? <span className={classes.mark}>{option.mark}</span> : null}
                </div>
              ))}
            </div>
          ))}
        </div>
        {groups.map(({ provider, error }) =>
          error ? (
            <p key={provider.key} className={classes.error} role="alert">
              {t('failed', { group: textOf(provider.label), reason: error })}
            </p>
          ) : null,
        )}
        {chosen.length === 0 ? (
          <p className={classes.hint}>{t('nowhere')}</p>
        ) : groups.length === 0 && own.length === 0 && rested !== '' && !waiting ? (
          <p className={classes.hint} role="status">
            {t('nothing', { text: rested })}
          </p>
        ) : null}
        <fieldset className={classes.places}>
          <legend className="visually-hidden">{t('in')}</legend>
          {allowed.map(({ key, label }) => (
            <label key={key}>
              <input
                type="checkbox"
                className="visually-hidden"
                checked={chosen.some((one) => one.key === key)}
                onChange={() => toggle(key)}
              />
              <span>{textOf(label)}</span>
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  )
}

/** The groups of results as selectable lines, with the actions for the devices among them. */
function useSections(
  groups: readonly Group[],
  verbs: readonly SearchVerb[],
  verb: string | null,
  q: string,
  onClose: () => void,
): readonly Section[] {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const { permissions } = useUser()
  const client = useQueryClient()
  const go =
    (to: string, search: Search = {}) =>
    () => {
      onClose()
      void navigate({ to, search })
    }
  const doable = verbs.filter(({ key, permission }) => permissions.includes(permission) && (!verb || key === verb))
  const actions = groups.flatMap(({ provider, items }) =>
    items.slice(0, verb ? verbRows : 1).flatMap(({ id, title: name }) =>
      doable
        .filter(({ of }) => of === provider.key)
        .map(({ key, label, run }) => ({
          key: `${key}-${id}`,
          icon: <IconBolt size={18} stroke={1.6} />,
          title: textOf(label, { name }),
          choose: () => {
            onClose()
            run({ id, name }, client)
          },
        })),
    ),
  )
  const heard = groups.filter(({ error }) => error === null)
  const found = heard.map(({ provider, items, count, more }) => ({
    title: t('count', { group: textOf(provider.label), count: count as never }),
    options: [
      ...items.map((item) => ({
        key: `${provider.key}-${item.id}`,
        icon: <provider.icon size={18} stroke={1.6} />,
        title: item.title,
        detail: item.detail,
        mark: item.mark,
        choose: go(item.to, item.search),
      })),
      ...(more
        ? [
            {
              key: `${provider.key}-all`,
              icon: <IconTable size={18} stroke={1.6} />,
              title: t('all', { group: textOf(provider.label) }),
              choose: go(provider.table, { q }),
            },
          ]
        : []),
    ],
  }))
  const doing = actions.length > 0 ? [{ title: t('actions'), options: actions }] : []
  // An entered verb comes first.
  return verb ? [...doing, ...found] : [...found.slice(0, 1), ...doing, ...found.slice(1)]
}
