import './texts.ts'
import { useTranslation } from 'react-i18next'
import classes from './legend.module.css'

export function MapLegend() {
  const { t } = useTranslation(['map', 'devices'])
  return (
    <ul className={classes.legend} aria-label={t('legend.title')}>
      <li>
        <span className={classes.dot} />
        {t('devices:status.online')}
      </li>
      <li>
        <span className={classes.diamond} />
        {t('devices:status.offline')}
      </li>
      <li>
        <span className={classes.ring} />
        {t('legend.several')}
      </li>
    </ul>
  )
}
