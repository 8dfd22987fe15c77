import '../texts.ts'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import classes from '../list-page.module.css'

interface Props {
  compact: boolean
  /** The builder, loaded on first use. */
  children: (close: () => void) => ReactNode
}

export function FilterButton({ compact, children }: Props) {
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState(false)
  const toggle = () => setOpen(!open)
  const trigger = compact ? (
    <IconButton size="small" tip={false} label={t('filter.add')} onClick={toggle}>
      <IconFilter size={18} stroke={1.6} />
    </IconButton>
  ) : (
    <Button size="small" icon={<IconFilter size={16} stroke={1.6} />} onClick={toggle}>
      <span className={classes.word}>{t('filter.add')}</span>
    </Button>
  )
  return (
    <Popover opened={open} onChange={setOpen} trigger={trigger} label={t('filter.add')} width={288}>
      <Suspense fallback={null}>{children(() => setOpen(false))}</Suspense>
    </Popover>
  )
}
