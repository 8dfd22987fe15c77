import '../texts.ts'
import type { ConfigVersion } from '@longreach/contract/configs/schemas'
import {
  type Icon,
  IconAdjustments,
  IconArrowBackUp,
  IconCheck,
  IconDownload,
  IconHistory,
  IconRouter,
} from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../ui/ago.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { VersionMarks } from '../drift-mark.tsx'
import classes from './choice.module.css'
import { type Cause, causeOf } from './history.ts'

const icons: Record<Cause, Icon> = {
  first: IconDownload,
  found: IconRouter,
  apply: IconAdjustments,
  restore: IconHistory,
  roll_back: IconArrowBackUp,
  adopt: IconCheck,
}

interface Props {
  /** Newest first. */
  versions: readonly ConfigVersion[]
  value: number
  onChange: (id: number) => void
}

/** Selects the version of a device that is shown beside the list; arrow keys go through them. */
export function VersionChoice({ versions, value, onChange }: Props) {
  const { t } = useTranslation('configs')
  const name = useId()
  return (
    <section className={classes.card} aria-label={t('history.versions')}>
      <h2>{t('history.versions')}</h2>
      <div className={classes.list} role="radiogroup" aria-label={t('history.versions')}>
        {versions.map((version) => (
          <label key={version.id} className={classes.version}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={version.id === value}
              onChange={() => onChange(version.id)}
            />
            <Version version={version} />
          </label>
        ))}
      </div>
    </section>
  )
}

function Version({ version }: { version: ConfigVersion }) {
  const { t } = useTranslation('configs')
  const { seq, username, created_at, size } = version
  const cause = causeOf(version)
  const Mark = icons[cause]
  return (
    <span className={classes.inside}>
      <span className={classes.icon} aria-hidden="true">
        <Mark size={15} stroke={1.7} />
      </span>
      <span className={classes.lines}>
        <span className={classes.title}>
          <strong>{t('history.version', { seq })}</strong>
          <span>{t(`history.causes.${cause}`)}</span>
        </span>
        <span className={classes.facts}>
          {username === null ? null : (
            <span className={classes.person} title={username}>
              {username}
            </span>
          )}
          <Ago time={created_at} />
          <span>{formatBytes(size)}</span>
        </span>
        {version.intended || version.running ? (
          <span className={classes.marks}>
            <VersionMarks version={version} />
          </span>
        ) : null}
      </span>
    </span>
  )
}
