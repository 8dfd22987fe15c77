import '../texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../../api/error.ts'
import { ErrorState, Skeleton, useDelayed } from '../../../ui/state.tsx'
import classes from './content.module.css'
import { type DifferenceLook, DifferenceView } from './difference-view.tsx'
import { differenceQuery, versionTextQuery } from './history-queries.ts'

export function VersionDifference({ id, from, look }: { id: number; from: number; look: DifferenceLook }) {
  const { t } = useTranslation('configs')
  const { data: difference, error, refetch } = useQuery(differenceQuery(id, from))
  if (error && !difference)
    return <ErrorState title={t('history.differenceFailed')} {...failureOf(error)} onRetry={() => void refetch()} />
  if (!difference) return <Waiting />
  return <DifferenceView difference={difference} look={look} />
}

export function VersionText({ id }: { id: number }) {
  const { t } = useTranslation('configs')
  const { data: text, error, refetch } = useQuery(versionTextQuery(id))
  if (error && text === undefined)
    return <ErrorState title={t('history.textFailed')} {...failureOf(error)} onRetry={() => void refetch()} />
  if (text === undefined) return <Waiting />
  if (text.trim() === '') return <p className={classes.note}>{t('history.empty')}</p>
  return (
    <>
      <p className={classes.note}>{t('history.hidden')}</p>
      <pre className={classes.text}>{text}</pre>
    </>
  )
}

function Waiting() {
  const delayed = useDelayed()
  return (
    <div className={classes.waiting}>
      {delayed ? [320, 240, 280, 180].map((width) => <Skeleton key={width} width={width} />) : null}
    </div>
  )
}
