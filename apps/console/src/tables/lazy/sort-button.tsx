import '../texts.ts'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'

interface Props {
  /** Columns of the table in order. */
  columns: readonly { id: string; label: string; sort?: string }[]
  sort: string
  onSort: (sort: string) => void
}

/** Sorts a list without a header, on phones; selecting the current column again reverses the order. */
export function SortButton({ columns, sort, onSort }: Props) {
  const { t } = useTranslation('ui')
  const descending = sort.startsWith('-')
  const sorted = sort.replace(/^-/, '')
  const Arrow = descending ? IconArrowDown : IconArrowUp
  const sortable = columns.flatMap(({ sort: by, label }) => (by === undefined ? [] : [{ by, label }]))
  const now = sortable.find(({ by }) => by === sorted)
  const direction = t(descending ? 'table.descending' : 'table.ascending')
  return (
    <Menu
      side="bottom-start"
      trigger={
        <IconButton
          size="small"
          tip={false}
          label={now ? t('table.sortedBy', { column: now.label, direction }) : t('table.sort')}
        >
          <IconArrowsSort size={18} stroke={1.6} />
        </IconButton>
      }
    >
      {sortable.map(({ by, label }) => (
        <MenuItem
          key={by}
          leftSection={by === sorted ? <Arrow size={16} stroke={1.8} /> : <span style={{ width: 16 }} />}
          onClick={() => onSort(by === sorted && !descending ? `-${by}` : by)}
        >
          {by === sorted ? `${label}, ${direction}` : label}
        </MenuItem>
      ))}
    </Menu>
  )
}
