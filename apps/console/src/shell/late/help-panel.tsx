import { IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import help from '../../i18n/en/help.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { HelpKey } from '../help-keys.ts'
import classes from './help-panel.module.css'

addTexts('help', help)

/** Milliseconds after which the panel follows to another page: first comes what the user went there for (spec §9). */
const followAfter = 700

/** Beside the page, what it is for; open until closed, and following from page to page. */
export function HelpPanel({ about, onClose }: { about: HelpKey; onClose: () => void }) {
  const { t } = useTranslation('help')
  const [shown, setShown] = useState(about)
  useEffect(() => {
    const timer = setTimeout(() => setShown(about), followAfter)
    return () => clearTimeout(timer)
  }, [about])
  return (
    <aside
      className={classes.panel}
      aria-label={t('about')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <header className={classes.header}>
        <h2>{t(`${shown}.title`)}</h2>
        <IconButton label={t('close')} tip={false} size="small" autoFocus onClick={onClose}>
          <IconX size={18} stroke={1.6} />
        </IconButton>
      </header>
      {t(`${shown}.text`)
        .split('\n\n')
        .map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
    </aside>
  )
}
