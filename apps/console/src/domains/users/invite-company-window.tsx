import { inviteCompanyForm } from '@longreach/contract/users/forms'
import { inviteCompany } from '@longreach/contract/users/invitation-endpoints'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { NoServer } from './no-server.tsx'

/** Invites the first administrator of a company, which is created when they accept. */
export function InviteCompanyWindow() {
  const { t } = useTranslation('invitations')
  return (
    <FormWindow
      form={inviteCompanyForm}
      send={(body) => call(inviteCompany, { body })}
      done={t('done', { count: 1 })}
      reload={[['invitations']]}
      intro={<NoServer />}
    />
  )
}
