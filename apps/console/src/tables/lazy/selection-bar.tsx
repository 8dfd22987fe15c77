import '../texts.ts'
import { mostChosen } from '@longreach/contract/choice-limits'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../ui/format.ts'
import { BulkAction, BulkBar, BulkNote } from '../bulk-bar.tsx'
import { downloadList } from '../download.ts'
import type { SelectedRows } from '../selected-rows.ts'
import type { BulkProps } from '../table-page.tsx'
import type { RowPages } from '../use-row-pages.ts'
import type { OpenTable } from '../use-table.ts'

interface Props<Row extends { id: number }> {
  list: OpenTable<Row>
  downloads: boolean
  phone: boolean
  onClear: () => void
  children: (props: BulkProps) => ReactNode
}

/** Actions on the selected rows, or on all that match the filter of the list. */
export function SelectionBar<Row extends { id: number }>(props: Props<Row>) {
  const { list } = props
  const { pages, selection, columns, table } = list
  const { most = mostChosen } = table
  const download = props.downloads ? table.download : undefined
  const { t } = useTranslation('ui')
  // Only for this selection: another one starts without it.
  const [allOf, setAllOf] = useState<ReadonlySet<number> | null>(null)
  const all = allOf === selection.ids
  const ids = [...selection.ids]
  const total = pages.total ?? 0
  const formattedTotal = `${formatCount(total)}${pages.capped ? '+' : ''}`
  const tooMany = pages.capped || total > most
  // While another list loads, the count is still that of the previous one.
  const coversAll = !tooMany && !pages.changing
  const fits = all ? coversAll : ids.length <= most
  const selected: SelectedRows = all
    ? { filter: list.filter, count: total, names: [] }
    : { ids, count: ids.length, names: namesOf(pages, selection.ids, table.nameOf) }
  const text = all
    ? t('table.selectedAll', { count: total, formatted: formattedTotal })
    : t('table.selected', { count: ids.length, formatted: formatCount(ids.length) })
  return (
    <BulkBar text={text} onClear={props.onClear} phone={props.phone}>
      {!all && coversAll && total > ids.length ? (
        <BulkAction onClick={() => setAllOf(selection.ids)}>
          {t('table.selectAll', { formatted: formattedTotal })}
        </BulkAction>
      ) : null}
      {tooMany ? <BulkNote>{t('table.most', { formatted: formatCount(most) })}</BulkNote> : null}
      {fits ? props.children({ selected, clear: props.onClear }) : null}
      {download && (all || ids.length <= mostChosen) ? (
        <BulkAction
          icon={<IconDownload size={17} stroke={1.6} />}
          onClick={() =>
            downloadList(download, all ? list.query : { ...list.query, ...onlyThese(ids) }, columns.visible)
          }
        >
          {t('table.export')}
        </BulkAction>
      ) : null}
    </BulkBar>
  )
}

const onlyThese = (ids: readonly number[]) => ({ id: ids.join() })

/** Names of the loaded ones among the selected rows, in the order of the list. */
function namesOf<Row extends { id: number }>(
  pages: RowPages<Row>,
  ids: ReadonlySet<number>,
  nameOf: (row: Row) => string,
): string[] {
  const names: string[] = []
  for (let index = 0; index < (pages.total ?? 0) && names.length < ids.size; index++) {
    const row = pages.getRow(index)
    if (row && ids.has(row.id)) names.push(nameOf(row))
  }
  return names
}
