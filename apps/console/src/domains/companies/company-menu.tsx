import { type Company, companyLevels } from '@longreach/contract/companies/schemas'
import { IconArrowsMove, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useCan, useUser } from '../account/session.ts'
import { deleteCompanyAfterAsking } from './delete-company.tsx'
import { openEditCompany, openMoveCompany, openNewCompany } from './open-windows.tsx'

const icon = { size: 16, stroke: 1.6 }

/** What can be done with a company; nothing for who may only look. */
export function CompanyMenu({ company }: { company: Company }) {
  const { t } = useTranslation('companies')
  const client = useQueryClient()
  const { company: own } = useUser()
  const can = {
    add: useCan('create_companies') && company.level < companyLevels,
    edit: useCan('update_companies'),
    // A move goes to another place in reach: nobody moves the company of their own.
    move: useCan('move_companies') && company.id !== own.id,
    remove: useCan('delete_companies'),
  }
  if (!can.add && !can.edit && !can.move && !can.remove) return null
  return (
    <Menu
      trigger={
        <IconButton size="small" tip={false} label={t('actions', { name: company.name })}>
          <IconDots size={18} stroke={1.8} />
        </IconButton>
      }
    >
      {can.add ? (
        <MenuItem leftSection={<IconPlus {...icon} />} onClick={() => openNewCompany(company)}>
          {t('subsidiary')}
        </MenuItem>
      ) : null}
      {can.edit ? (
        <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => openEditCompany(company)}>
          {t('edit')}
        </MenuItem>
      ) : null}
      {can.move ? (
        <MenuItem leftSection={<IconArrowsMove {...icon} />} onClick={() => openMoveCompany(company)}>
          {t('move.action')}
        </MenuItem>
      ) : null}
      {can.remove ? (
        <MenuItem
          danger
          leftSection={<IconTrash {...icon} />}
          onClick={() => void deleteCompanyAfterAsking(company, client)}
        >
          {t('delete')}
        </MenuItem>
      ) : null}
    </Menu>
  )
}
