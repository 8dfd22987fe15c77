import './invitations-texts.ts'
import { IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { openInvite, openInviteCompany } from './invitation-windows.tsx'

/** Opens the window that invites users into the given company; nothing for users who may not invite. */
export function InviteButton({ company }: { company?: { id: number } | undefined }) {
  const { t } = useTranslation('invitations')
  if (!useCan('invite_users')) return null
  return (
    <Button
      look="primary"
      size={company ? 'small' : 'medium'}
      icon={<IconUserPlus size={17} stroke={1.8} />}
      onClick={() => openInvite(company?.id)}
    >
      {t('invite')}
    </Button>
  )
}

/** Opens the window that invites a new company; nothing for users who may not invite one. */
export function InviteCompanyButton() {
  const { t } = useTranslation('invitations')
  if (!useCan('super_admin')) return null
  return <Button onClick={openInviteCompany}>{t('founder.action')}</Button>
}
