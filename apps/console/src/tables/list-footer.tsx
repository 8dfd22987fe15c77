import './texts.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../api/error.ts'
import { formatAgo, formatCount } from '../ui/format.ts'
import { useNow } from '../ui/use-now.ts'
import classes from './list-footer.module.css'
import type { RowPages } from './use-row-pages.ts'

interface Props<Row> {
  pages: RowPages<Row>
  /** `40 devices`; the count is already formatted, with a plus if there are more. */
  countText: (count: number, formatted: string) => string
  footnote?: ReactNode
  compact: boolean
}

/** Number of rows in total and loaded, and their age. */
export function ListFooter<Row>({ pages, countText, footnote, compact }: Props<Row>) {
  const { t } = useTranslation('ui')
  const now = useNow()
  const total = pages.total
  return (
    <footer className={classes.footer}>
      {total === null && pages.error ? (
        <span />
      ) : total === null ? (
        <span>{t('loading')}</span>
      ) : (
        <span>
          {countText(total, formatCount(total) + (pages.capped ? '+' : ''))}
          {footnote ? <span className={classes.second}>{footnote}</span> : null}
          {compact || footnote ? null : (
            <span className={classes.second}>
              {t('table.loaded', { formatted: formatCount(Math.min(pages.loaded, total)) })}
            </span>
          )}
        </span>
      )}
      {pages.error ? null : pages.pageError ? (
        <span className={classes.bad} role="alert">
          {messageOf(pages.pageError)}
          <button type="button" onClick={pages.retry}>
            {t('retry')}
          </button>
        </span>
      ) : compact || pages.updatedAt === 0 ? null : (
        <span>
          {t('table.updated', {
            ago: formatAgo(new Date(pages.updatedAt), Math.max(now, pages.updatedAt)).toLowerCase(),
          })}
        </span>
      )}
    </footer>
  )
}
