import './texts.ts'
import { urgentTypes } from '@longreach/contract/notices/constants'
import type { Notice } from '@longreach/contract/notices/schemas'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../ui/ago.tsx'
import { isUnread } from './last-seen.ts'
import { NoticeText } from './notice-text.tsx'
import classes from './notices.module.css'

export function ShownNotices({ notices, seen }: { notices: readonly Notice[]; seen: number | null }) {
  const { t } = useTranslation('notices')
  if (notices.length === 0) return <p className={classes.none}>{t('none.title')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={classes.list} tabIndex={0} aria-label={t('title')}>
      {notices.map((notice) => (
        <article key={notice.id} className={classes.notice}>
          <div className={classes.about}>
            <span className={classes.type} data-type={notice.type}>
              {t(`type.${notice.type}`)}
            </span>
            <Ago time={notice.enabled_at} />
            {urgentTypes.includes(notice.type) && isUnread(notice, seen) ? (
              <span className={classes.important}>{t('important')}</span>
            ) : null}
          </div>
          <NoticeText html={notice.message} />
        </article>
      ))}
    </section>
  )
}
