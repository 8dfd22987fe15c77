import './texts.ts'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './bulk-bar.module.css'

interface Props {
  text: string
  onClear: () => void
  /** At the bottom of the screen, with its actions below each other where they do not fit. */
  phone?: boolean
  children: ReactNode
}

/** Actions on the selected rows, floating over the table. */
export function BulkBar({ text, onClear, phone = false, children }: Props) {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.place} data-phone={phone || undefined}>
      <div className={classes.bar} role="toolbar" aria-label={text}>
        <strong aria-live="polite">{text}</strong>
        {children}
        <button type="button" className={classes.action} aria-label={t('table.clearSelection')} onClick={onClear}>
          <IconX size={17} stroke={1.6} />
        </button>
      </div>
    </div>
  )
}

/** What has to be known of the selected, between its actions. */
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
