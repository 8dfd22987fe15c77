import { IconChartHistogram } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../api/error.ts'
import { EmptyState, ErrorState, Skeleton, useDelayed } from '../../ui/state.tsx'
import classes from './statistics.module.css'

interface Props<Data> {
  data: Data | undefined
  error: Error | null
  onRetry: () => void
  /** Whether nothing was recorded. */
  empty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** Figures once they are loaded, or the reason why there are none. */
export function Figures<Data>({ data, error, onRetry, empty, children }: Props<Data>) {
  const { t } = useTranslation('statistics')
  if (error && !data) return <ErrorState title={t('failed')} {...failureOf(error)} onRetry={onRetry} />
  if (!data) return <Waiting />
  if (empty?.(data)) {
    return (
      <EmptyState icon={<IconChartHistogram size={22} stroke={1.6} />} title={t('none.title')} text={t('none.text')} />
    )
  }
  return children(data)
}

function Waiting() {
  const delayed = useDelayed()
  return <div className={classes.waiting}>{delayed ? <Skeleton width="100%" height={180} /> : null}</div>
}
