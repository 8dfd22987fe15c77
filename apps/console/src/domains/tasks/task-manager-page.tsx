import './texts.ts'
import { IconListCheck, IconListDetails, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { type BulkProps, TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { deleteGroupsAfterAsking } from './delete-groups.ts'
import { groupTable } from './groups-list.tsx'
import { openGroup } from './open-windows.tsx'

/** `/management/task-manager`: groups of tasks; a row opens the group. */
export function TaskManagerPage() {
  const { t } = useTranslation('tasks')
  const navigate = useNavigate()
  const mayAdd = useCan('create_device_task_groups')
  const add = mayAdd ? (
    <Button look="primary" icon={<IconPlus size={17} stroke={1.8} />} onClick={() => openGroup(null)}>
      {t('group.add')}
    </Button>
  ) : null
  return (
    <TablePage
      table={groupTable}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={openGroup}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={
        <>
          <Button
            icon={<IconListDetails size={17} stroke={1.6} />}
            onClick={() => void navigate({ to: '/management/task-manager/logs' })}
          >
            {t('logs.action')}
          </Button>
          {add}
        </>
      }
      bulk={(bulk) => <Bulk {...bulk} />}
      empty={{
        icon: <IconListCheck size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t(mayAdd ? 'none.text' : 'none.textView'),
        action: add,
      }}
      failed={t('failed')}
    />
  )
}

function Bulk({ selected, clear }: BulkProps) {
  const { t } = useTranslation('tasks')
  const client = useQueryClient()
  if (!useCan('delete_device_task_groups')) return null
  return (
    <BulkAction
      icon={<IconTrash size={17} stroke={1.6} />}
      onClick={() => void deleteGroupsAfterAsking(selected, client).then((done) => done && clear())}
    >
      {t('remove.action')}
    </BulkAction>
  )
}
