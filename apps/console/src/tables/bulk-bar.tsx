import './texts.ts'
import { IconDots, IconX } from '@tabler/icons-react'
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './bulk-bar.module.css'

interface Props {
  text: string
  onClear: () => void
  /** At the bottom of the screen; its actions wrap if they do not fit. */
  phone?: boolean
  children: ReactNode
}

/** Pixels between the heights of one and of two rows of actions. */
const oneRow = 40

/** Actions on the selected rows, floating over the table; those beyond one row are shown on request. */
export function BulkBar({ text, onClear, phone = false, children }: Props) {
  const { t } = useTranslation('ui')
  const actions = useRef<HTMLDivElement>(null)
  const [folds, setFolds] = useState(false)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const element = actions.current
    if (!element || phone) return
    const observer = new ResizeObserver(() => setFolds(element.offsetHeight > oneRow))
    observer.observe(element)
    return () => observer.disconnect()
  }, [phone])

  // Keyboard focus opens the hidden rows. Under a pointer nothing moves, or its click would miss.
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    if (!target.matches(':focus-visible')) return
    const top = (element: Element) => element.getBoundingClientRect().top
    if (actions.current && top(target) - top(actions.current) > oneRow / 2) setOpen(true)
  }
  return (
    <div className={classes.place} data-phone={phone || undefined}>
      <div className={classes.bar} role="toolbar" aria-label={text} onFocus={onFocus}>
        <strong aria-live="polite">{text}</strong>
        <div className={classes.fold} data-open={open || undefined}>
          <div ref={actions} className={classes.actions}>
            {children}
          </div>
        </div>
        {folds ? (
          <button
            type="button"
            className={classes.action}
            aria-label={t(open ? 'table.fewerActions' : 'table.moreActions')}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <IconDots size={17} stroke={1.8} />
          </button>
        ) : null}
        <button type="button" className={classes.action} aria-label={t('table.clearSelection')} onClick={onClear}>
          <IconX size={17} stroke={1.6} />
        </button>
      </div>
    </div>
  )
}

/** A note about the selected rows, between the actions. */
export function BulkNote({ children }: { children: ReactNode }) {
  return <span className={classes.note}>{children}</span>
}

export function BulkAction({
  icon,
  children,
  onClick,
}: {
  icon?: ReactNode
  children: ReactNode
  onClick: () => void
}) {
  return (
    <button type="button" className={classes.action} onClick={onClick}>
      {icon}
      {children}
    </button>
  )
}
