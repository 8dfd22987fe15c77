import '../texts.ts'
import { companyLevels } from '@longreach/contract/companies/schemas'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { openNewCompany } from '../open-windows.tsx'

/** Whether the user may create a company under any parent. */
export function useMayAddCompany(): boolean {
  const { company } = useUser()
  return useCan('create_companies') && company.level < companyLevels
}

/** Opens the window that creates a company; nothing for users who may not create one. */
export function NewCompanyButton() {
  const { t } = useTranslation('companies')
  if (!useMayAddCompany()) return null
  return (
    <Button look="primary" icon={<IconPlus size={17} stroke={1.8} />} onClick={() => openNewCompany()}>
      {t('add')}
    </Button>
  )
}
