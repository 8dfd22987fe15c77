import { useTranslation } from 'react-i18next'
import { MenuItem } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { type ActedOn, useCompanyActions } from './use-company-actions.ts'

interface Props {
  company: ActedOn
  /** Whether the button is a tab stop. */
  tabIndex?: 0 | -1
}

/** Actions for a company; nothing for users with read-only permissions. */
export function CompanyMenu({ company, tabIndex = 0 }: Props) {
  const { t } = useTranslation('companies')
  const actions = useCompanyActions(company)
  if (actions.length === 0) return null
  return (
    <RowMenu tabIndex={tabIndex} label={t('actions', { name: company.name })}>
      {actions.map(({ key, icon: Icon, label, danger = false, run }) => (
        <MenuItem key={key} danger={danger} leftSection={<Icon size={16} stroke={1.6} />} onClick={run}>
          {label}
        </MenuItem>
      ))}
    </RowMenu>
  )
}
