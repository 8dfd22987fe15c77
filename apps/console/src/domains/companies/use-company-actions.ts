import { type CompanyFlags, companyLevels } from '@longreach/contract/companies/schemas'
import { type Icon, IconArrowsMove, IconFlag, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../api/session.ts'
import { deleteCompanyAfterAsking } from './delete-company.tsx'
import { openCompanyFlags, openEditCompany, openMoveCompany, openNewCompany } from './open-windows.tsx'

export interface ActedOn {
  id: number
  name: string
  level: number
  parent_id: number | null
  subsidiaries_count: number
  flags?: CompanyFlags
}

interface CompanyAction {
  key: 'add' | 'edit' | 'move' | 'flags' | 'remove'
  icon: Icon
  label: string
  danger?: true
  run: () => void
}

/** The user's actions for a company, in order; none for users with read-only permissions. */
export function useCompanyActions(company: ActedOn, onDeleted?: () => void): CompanyAction[] {
  const { t } = useTranslation('companies')
  const client = useQueryClient()
  const { company: own } = useUser()
  const can = {
    add: useCan('create_companies') && company.level < companyLevels,
    edit: useCan('update_companies'),
    // Users cannot move their own company: there is no other parent within their reach.
    move: useCan('move_companies') && company.id !== own.id,
    flags: useCan('update_company_flags'),
    remove: useCan('delete_companies'),
  }
  const remove = async () => {
    if (await deleteCompanyAfterAsking(company, client)) onDeleted?.()
  }
  const all: CompanyAction[] = [
    { key: 'add', icon: IconPlus, label: t('subsidiary'), run: () => openNewCompany(company) },
    { key: 'edit', icon: IconPencil, label: t('edit'), run: () => openEditCompany(company) },
    { key: 'move', icon: IconArrowsMove, label: t('move.action'), run: () => openMoveCompany(company) },
    { key: 'flags', icon: IconFlag, label: t('flags.action'), run: () => openCompanyFlags(company) },
    { key: 'remove', icon: IconTrash, label: t('delete'), danger: true, run: () => void remove() },
  ]
  return all.filter(({ key }) => can[key])
}
