import '../texts.ts'
import { IconX } from '@tabler/icons-react'
import { use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './help-panel.module.css'
import { loadHelp } from './help-texts.ts'

/** Milliseconds before the panel follows to another page: the page itself loads first (spec §9). */
const followAfter = 700

/** Help beside the page; it stays open until closed, and follows from page to page. */
export function HelpPanel({ about, onClose }: { about: string; onClose: () => void }) {
  const { t } = useTranslation('shell')
  const [shown, setShown] = useState(about)
  useEffect(() => {
    const timer = setTimeout(() => setShown(about), followAfter)
    return () => clearTimeout(timer)
  }, [about])
  const { title, text } = use(loadHelp())[shown] ?? { title: '', text: '' }
  return (
    <aside
      className={classes.panel}
      aria-label={t('help')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <header className={classes.header}>
        <h2>{title}</h2>
        <IconButton label={t('closeHelp')} tip={false} size="small" autoFocus onClick={onClose}>
          <IconX size={18} stroke={1.6} />
        </IconButton>
      </header>
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </aside>
  )
}
