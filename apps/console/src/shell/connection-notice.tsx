import './texts.ts'
import { useTranslation } from 'react-i18next'
import classes from './connection-notice.module.css'

interface Props {
  since: Date
}

/** Tells that what is on the screen is not current any more. */
export function ConnectionNotice({ since }: Props) {
  const { t } = useTranslation('shell')
  const time = since.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  return <p className={classes.notice}>{t('connectionLost', { time })}</p>
}
