import '../texts.ts'
import { IconArrowDown, IconArrowUp, IconPin, IconPinFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { undoable } from '../../ui/toast-button.tsx'
import type { GridColumns, OptionalColumn } from '../use-columns.ts'
import classes from './columns-panel.module.css'
import { openPreferences } from './preferences-window.tsx'

interface Props<Row> {
  columns: GridColumns<Row>
  name: string
  onClose: () => void
}

export function ColumnsPanel<Row>({ columns, name, onClose }: Props<Row>) {
  const { t } = useTranslation('ui')
  const { optional, settings } = columns
  const reset = () => {
    columns.reset()
    if (settings) undoable(t('table.columnsReset'), () => columns.change(settings))
  }
  return (
    <>
      <ul className={classes.list}>
        {optional.map((one, index) => (
          <li key={one.column.id} className={classes.item}>
            <Checkbox
              showLabel
              label={one.column.label}
              checked={one.shown}
              onChange={() => columns.toggle(one.column.id)}
            />
            <Moves columns={columns} one={one} before={optional[index - 1]} after={optional[index + 1]} />
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <Button
          size="small"
          look="quiet"
          onClick={() => {
            onClose()
            openPreferences(name)
          }}
        >
          {t('preferences.title')}…
        </Button>
        <Button size="small" look="quiet" disabled={settings === null} onClick={reset}>
          {t('table.resetColumns')}
        </Button>
      </div>
    </>
  )
}

interface MovesProps<Row> {
  columns: GridColumns<Row>
  one: OptionalColumn<Row>
  before: OptionalColumn<Row> | undefined
  after: OptionalColumn<Row> | undefined
}

/** Moves a column; pinned columns move among themselves. */
function Moves<Row>({ columns, one: { column, pinned }, before, after }: MovesProps<Row>) {
  const { t } = useTranslation('ui')
  const { label } = column
  return (
    <span className={classes.moves}>
      <IconButton
        size="small"
        tip={false}
        label={t(pinned ? 'table.unpin' : 'table.pin', { column: label })}
        aria-pressed={pinned}
        disabled={!pinned && !columns.mayPin}
        onClick={() => columns.pin(column.id)}
      >
        {pinned ? <IconPinFilled size={15} /> : <IconPin size={15} stroke={1.6} />}
      </IconButton>
      <IconButton
        size="small"
        tip={false}
        label={t('table.moveUp', { column: label })}
        disabled={before?.pinned !== pinned}
        onClick={() => columns.move(column.id, -1)}
      >
        <IconArrowUp size={15} stroke={1.6} />
      </IconButton>
      <IconButton
        size="small"
        tip={false}
        label={t('table.moveDown', { column: label })}
        disabled={after?.pinned !== pinned}
        onClick={() => columns.move(column.id, 1)}
      >
        <IconArrowDown size={15} stroke={1.6} />
      </IconButton>
    </span>
  )
}
