import type { Role } from '@longreach/contract/roles/schemas'
import { IconArrowsDiff, IconCopy, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { deleteRoleAfterAsking } from './delete-role.ts'
import { openCompareRoles, openCopyOfRole } from './public/open-windows.tsx'

const icon = { size: 16, stroke: 1.6 }

/** Actions for a role; nothing for users who may neither see its permissions nor change it. */
export function RoleMenu({ role }: { role: Role }) {
  const { t } = useTranslation('roles')
  const client = useQueryClient()
  const can = { compare: useCan('view_permissions'), create: useCan('create_roles'), remove: useCan('delete_roles') }
  const removable = can.remove && role.company_id !== null
  if (!can.compare && !removable) return null
  return (
    <RowMenu label={t('actions', { title: role.title })}>
      {can.compare && can.create ? (
        <MenuItem leftSection={<IconCopy {...icon} />} onClick={() => openCopyOfRole(role)}>
          {t('duplicate')}
        </MenuItem>
      ) : null}
      {can.compare ? (
        <MenuItem leftSection={<IconArrowsDiff {...icon} />} onClick={() => openCompareRoles(role)}>
          {t('compare.action')}
        </MenuItem>
      ) : null}
      {removable ? (
        <MenuItem danger leftSection={<IconTrash {...icon} />} onClick={() => void deleteRoleAfterAsking(role, client)}>
          {t('delete')}
        </MenuItem>
      ) : null}
    </RowMenu>
  )
}
