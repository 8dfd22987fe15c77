import './texts.ts'
import { IconPlus, IconTrash, IconWorldShare } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { type BulkProps, TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { deleteEntriesAfterAsking } from './delete-entries.ts'
import { entryTable } from './entries-list.tsx'
import { openAddEntry } from './open-windows.tsx'

export function EntriesTable({ device }: { device?: { id: number; name: string } }) {
  const { t } = useTranslation('remote')
  const navigate = useNavigate()
  const mayAdd = useCan('create_device_remote_access')
  const mayRemove = useCan('delete_device_remote_access')
  const add = mayAdd ? (
    <Button
      look={device ? 'default' : 'primary'}
      size={device ? 'small' : 'medium'}
      icon={<IconPlus size={17} stroke={1.8} />}
      onClick={() => openAddEntry(device)}
    >
      {t('add')}
    </Button>
  ) : null
  return (
    <TablePage
      table={entryTable}
      narrow={device && { device_id: String(device.id) }}
      defaultSort={device && 'name'}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={(row) => void navigate({ to: '/remote/access/$id', params: { id: String(row.id) } })}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={add}
      bulk={mayRemove ? (bulk) => <Bulk {...bulk} /> : null}
      empty={{
        icon: <IconWorldShare size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t('none.text'),
        action: add,
      }}
      failed={t('failed')}
    />
  )
}

function Bulk({ selected, clear }: BulkProps) {
  const { t } = useTranslation('remote')
  const client = useQueryClient()
  return (
    <BulkAction
      icon={<IconTrash size={17} stroke={1.6} />}
      onClick={() => void deleteEntriesAfterAsking(selected, client).then((done) => done && clear())}
    >
      {t('delete')}
    </BulkAction>
  )
}
