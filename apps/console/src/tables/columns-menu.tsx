import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Popover } from '../ui/popover.tsx'
import classes from './columns-menu.module.css'
import type { GridColumns } from './use-columns.ts'

/** Show, hide and order the columns. */
export function ColumnsMenu<Row>({ columns }: { columns: GridColumns<Row> }) {
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState(false)
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      label={t('table.columns')}
      side="bottom-end"
      width={270}
      trigger={
        <Button
          size="small"
          icon={<IconColumns3 size={17} stroke={1.6} />}
          aria-expanded={open}
          aria-haspopup="dialog"
          onClick={() => setOpen(!open)}
        >
          {t('table.columns')}
        </Button>
      }
    >
      <ul className={classes.list}>
        {columns.optional.map(({ column, shown }, index) => (
          <li key={column.id} className={classes.item}>
            <Checkbox showLabel label={column.label} checked={shown} onChange={() => columns.toggle(column.id)} />
            <span className={classes.moves}>
              <IconButton
                size="small"
                tip={false}
                label={t('table.moveUp', { column: column.label })}
                disabled={index === 0}
                onClick={() => columns.move(column.id, -1)}
              >
                <IconArrowUp size={15} stroke={1.6} />
              </IconButton>
              <IconButton
                size="small"
                tip={false}
                label={t('table.moveDown', { column: column.label })}
                disabled={index === columns.optional.length - 1}
                onClick={() => columns.move(column.id, 1)}
              >
                <IconArrowDown size={15} stroke={1.6} />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <Button size="small" look="quiet" onClick={columns.reset}>
          {t('table.resetColumns')}
        </Button>
      </div>
    </Popover>
  )
}
