import './texts.ts'
import type { DriftState } from '@longreach/contract/configs/constants'
import { IconAlertTriangle, IconCheck, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './mark.module.css'

const icons = { in_sync: IconCheck, drifted: IconAlertTriangle, ignored: IconEyeOff } as const
const looks = { in_sync: 'good', drifted: 'pending', ignored: 'idle' } as const

export function DriftMark({ state }: { state: DriftState }) {
  const { t } = useTranslation('configs')
  const Icon = icons[state]
  return (
    <span className={classes.mark} data-look={looks[state]}>
      <Icon size={14} stroke={1.8} aria-hidden="true" />
      {t(`drift.state.${state}`)}
    </span>
  )
}

interface OfVersion {
  version: { intended: boolean; running: boolean }
}

/** Marks the version that the device is meant to have, and the one it had when it was last read. */
export function VersionMarks({ version: { intended, running } }: OfVersion) {
  const { t } = useTranslation('configs')
  return (
    <>
      {intended ? (
        <span className={classes.mark} data-look="active">
          {t('history.intended')}
        </span>
      ) : null}
      {running ? (
        <span className={classes.mark} data-look="good">
          {t('history.running')}
        </span>
      ) : null}
    </>
  )
}
