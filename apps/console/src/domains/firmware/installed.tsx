import type { FirmwareChoices } from '@longreach/contract/firmware/schemas'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../ui/format.ts'
import classes from './installed.module.css'

const shown = 3

interface Props {
  versions: FirmwareChoices['versions']
  /** Number of versions beyond those that the server lists. */
  more: number
}

/** Installed versions of the selected devices, the most frequent first. */
export function Installed({ versions, more }: Props) {
  const { t } = useTranslation('firmware')
  const hidden = versions.length - shown + more
  const many = versions.length > 1 || more > 0
  return (
    <p className={classes.installed}>
      <span>{t('update.installed')}</span>
      {versions.slice(0, shown).map(({ firmware, count }) => (
        <span key={firmware ?? ''}>
          <span className="mono">{firmware ?? t('update.unknown')}</span>
          {many ? <span className={classes.count}>{formatCount(count)}</span> : null}
        </span>
      ))}
      {hidden > 0 ? <span>{t('update.more', { count: hidden, formatted: formatCount(hidden) })}</span> : null}
    </p>
  )
}
