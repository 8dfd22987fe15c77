import './texts.ts'
import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../api/error.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import classes from './list-page.module.css'
import type { ListState } from './list-state.ts'
import type { RowPages } from './use-row-pages.ts'

export interface InsteadTexts {
  noMatch: string
}

interface Props<Row> {
  pages: RowPages<Row>
  state: ListState
  onChange: (state: ListState) => void
  empty: { icon: ReactNode; title: string; text: string; action?: ReactNode }
  failed: string
  texts?: InsteadTexts
}

/** Shown instead of rows: an error, or that there are none. */
export function TableInstead<Row>({ pages, state, onChange, empty, failed, texts }: Props<Row>) {
  const { t } = useTranslation('ui')
  const { error } = pages
  const filtered = state.q !== '' || state.filters.length > 0
  const forbidden = error instanceof ApiError && error.status === 403
  return (
    <div className={classes.instead}>
      {error ? (
        <ErrorState
          title={forbidden ? t('table.forbidden') : failed}
          message={messageOf(error)}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={pages.retry}
        />
      ) : filtered ? (
        <EmptyState
          icon={<IconSearchOff size={22} stroke={1.6} />}
          title={texts?.noMatch ?? t('table.noMatch')}
          text={t('table.noMatchText')}
          action={<Button onClick={() => onChange({ ...state, q: '', filters: [] })}>{t('table.clearFilters')}</Button>}
        />
      ) : (
        <EmptyState {...empty} />
      )}
    </div>
  )
}
