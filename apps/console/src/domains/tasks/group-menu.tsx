import type { TaskGroup } from '@longreach/contract/tasks/schemas'
import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { deleteGroupsAfterAsking } from './delete-groups.ts'
import { openGroup, openRunGroup } from './open-windows.tsx'

const icon = { size: 16, stroke: 1.6 }

/** Actions for a group; nothing for users with read-only permissions. */
export function GroupMenu({ group }: { group: TaskGroup }) {
  const { t } = useTranslation('tasks')
  const client = useQueryClient()
  const can = {
    run: useCan('execute_device_task_groups'),
    edit: useCan('update_device_task_groups'),
    remove: useCan('delete_device_task_groups'),
  }
  if (!can.run && !can.edit && !can.remove) return null
  return (
    <RowMenu label={t('actions', { name: group.name })}>
      {can.run ? (
        <MenuItem leftSection={<IconPlayerPlay {...icon} />} onClick={() => openRunGroup(group)}>
          {t('run.action')}
        </MenuItem>
      ) : null}
      {can.edit ? (
        <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => openGroup(group)}>
          {t('group.edit')}
        </MenuItem>
      ) : null}
      {can.remove ? (
        <MenuItem
          danger
          leftSection={<IconTrash {...icon} />}
          onClick={() => void deleteGroupsAfterAsking(only(group.id), client, group.name)}
        >
          {t('remove.action')}
        </MenuItem>
      ) : null}
    </RowMenu>
  )
}
