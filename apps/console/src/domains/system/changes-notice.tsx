import './texts.ts'
import { useTranslation } from 'react-i18next'
import classes from './disk-space-warning.module.css'

/** Tells everybody else that nothing can be changed for now: why is for those who can do something about it. */
export function ChangesNotice() {
  const { t } = useTranslation('system')
  return (
    <section className={classes.warning} aria-label={t('diskSpace.title')}>
      <p>{t('diskSpace.closed')}</p>
    </section>
  )
}
