import './texts.ts'
import { useTranslation } from 'react-i18next'
import classes from './room-warning.module.css'

/** Tells everybody else that nothing can be changed for now: why is for those who can do something about it. */
export function ChangesNotice() {
  const { t } = useTranslation('system')
  return (
    <section className={classes.warning} aria-label={t('room.title')}>
      <p>{t('room.closed')}</p>
    </section>
  )
}
