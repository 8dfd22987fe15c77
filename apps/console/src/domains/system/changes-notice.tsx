import './texts.ts'
import { useTranslation } from 'react-i18next'
import classes from './disk-space-warning.module.css'

/** Notifies ordinary users that changes are not possible for now; the reason is shown only to those who can fix it. */
export function ChangesNotice() {
  const { t } = useTranslation('system')
  return (
    <section className={classes.warning} aria-label={t('diskSpace.title')}>
      <p>{t('diskSpace.closed')}</p>
    </section>
  )
}
