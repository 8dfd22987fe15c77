import './texts.ts'
import { IconArrowsMove } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TablePage } from '../../tables/table-page.tsx'
import { moveLogTable } from './move-logs-list.tsx'

/** `/users/move-logs`: users that were moved, from and to which company, and by whom. */
export function MoveLogsPage() {
  const { t } = useTranslation('users')
  return (
    <TablePage
      table={moveLogTable}
      title={t('moves.title')}
      searchLabel={t('moves.search')}
      onOpen={() => undefined}
      countText={(count, formatted) => t('moves.total', { count, formatted })}
      empty={{
        icon: <IconArrowsMove size={22} stroke={1.6} />,
        title: t('moves.none.title'),
        text: t('moves.none.text'),
      }}
      failed={t('moves.failed')}
    />
  )
}
