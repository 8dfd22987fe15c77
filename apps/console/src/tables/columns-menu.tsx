import './texts.ts'
import { IconColumns3 } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { lazy } from '../ui/lazy.ts'
import { Popover } from '../ui/popover.tsx'
import classes from './list-page.module.css'
import type { GridColumns } from './use-columns.ts'

const ColumnsPanel = lazy(() =>
  import('./lazy/columns-panel.tsx').then((file) => ({ default: file.ColumnsPanel })),
) as unknown as typeof import('./lazy/columns-panel.tsx').ColumnsPanel

export function ColumnsMenu<Row>({ columns, name }: { columns: GridColumns<Row>; name: string }) {
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState(false)
  const trigger = (
    <Button size="small" icon={<IconColumns3 size={17} stroke={1.6} />} onClick={() => setOpen(!open)}>
      <span className={classes.word}>{t('table.columns')}</span>
    </Button>
  )
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      label={t('table.columns')}
      side="bottom-end"
      width={310}
      trigger={trigger}
    >
      <Suspense fallback={null}>
        <ColumnsPanel columns={columns} name={name} onClose={() => setOpen(false)} />
      </Suspense>
    </Popover>
  )
}
