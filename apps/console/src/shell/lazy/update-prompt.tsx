import '../texts.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askLater, type ServedVersion, watchVersion } from '../../api/version.ts'
import { Button } from '../../ui/button.tsx'
import classes from './update-prompt.module.css'

/** Announces that the server has a newer console than this page, and loads it on request. */
export function UpdatePrompt() {
  const { t } = useTranslation('shell')
  const [served, setServed] = useState<ServedVersion | null>(null)
  useEffect(() => watchVersion(setServed), [])
  if (!served) return null
  const later = () => {
    askLater()
    setServed(null)
  }
  return (
    <section className={classes.prompt} aria-label={t('update.title')}>
      <p>{t('update.text', { version: served.version })}</p>
      <Button onClick={later}>{t('update.later')}</Button>
      <Button look="primary" onClick={() => location.reload()}>
        {t('update.now')}
      </Button>
    </section>
  )
}
