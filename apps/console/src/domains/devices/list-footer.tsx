import { useTranslation } from 'react-i18next'
import { messageOf } from '../../api/error.ts'
import type { RowPages } from '../../tables/use-row-pages.ts'
import { formatAgo, formatCount } from '../../ui/format.ts'
import { useNow } from '../../ui/use-now.ts'
import classes from './list-footer.module.css'

/** How many there are, how many are here, and how fresh they are. */
export function ListFooter<Row>({ pages, compact }: { pages: RowPages<Row>; compact: boolean }) {
  const { t } = useTranslation(['devices', 'ui'])
  const now = useNow()
  const total = pages.total
  return (
    <footer className={classes.footer}>
      {total === null && pages.error ? (
        <span />
      ) : total === null ? (
        <span>{t('ui:loading')}</span>
      ) : (
        <span>
          {t('total', { count: total, formatted: formatCount(total) + (pages.capped ? '+' : '') })}
          {compact ? null : (
            <span className={classes.second}>
              {t('loaded', { formatted: formatCount(Math.min(pages.loaded, total)) })}
            </span>
          )}
        </span>
      )}
      {pages.error ? null : pages.pageError ? (
        <span className={classes.bad} role="alert">
          {messageOf(pages.pageError)}
          <button type="button" onClick={pages.retry}>
            {t('ui:retry')}
          </button>
        </span>
      ) : compact || pages.updatedAt === 0 ? null : (
        <span>
          {t('updated', { ago: formatAgo(new Date(pages.updatedAt), Math.max(now, pages.updatedAt)).toLowerCase() })}
        </span>
      )}
    </footer>
  )
}
