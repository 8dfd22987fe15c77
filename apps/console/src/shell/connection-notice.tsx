import './texts.ts'
import { useTranslation } from 'react-i18next'
import classes from './connection-notice.module.css'

interface Props {
  since: Date
}

/** Warns that the data on the screen is stale. */
export function ConnectionNotice({ since }: Props) {
  const { t } = useTranslation('shell')
  const time = since.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  return <p className={classes.notice}>{t('connectionLost', { time })}</p>
}
