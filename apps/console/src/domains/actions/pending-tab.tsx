import type { Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ApiError, isMissing, messageOf } from '../../api/error.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import classes from './pending-tab.module.css'

interface Props {
  title: string
  icon: Icon
  error: Error | null
  onRetry: () => void
}

/** A tab of the dock whose action is loading, could not be loaded, or does not exist any more. */
export function PendingTab({ title, icon: TabIcon, error, onRetry }: Props) {
  const { t } = useTranslation('actions')
  return (
    <div className={classes.wait}>
      {isMissing(error) ? (
        <EmptyState icon={<TabIcon size={22} stroke={1.6} />} title={title} text={t('status.gone')} />
      ) : error ? (
        <ErrorState
          title={t('status.failed')}
          message={messageOf(error)}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={onRetry}
        />
      ) : (
        <Spinner size={22} />
      )}
    </div>
  )
}
