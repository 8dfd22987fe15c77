import { deleteSuppressedEmail } from '@longreach/contract/mail/endpoints'
import { removeSuppressedForm } from '@longreach/contract/mail/forms'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { isMissing } from '../../api/error.ts'
import { FormWindow } from '../../forms/form-window.tsx'

/** Allows mails to an address that bounced. */
export function SuppressedWindow({ email }: { email: string }) {
  const { t } = useTranslation('mail')
  return (
    <FormWindow
      form={removeSuppressedForm}
      values={{ email }}
      send={(body) => call(deleteSuppressedEmail, { params: { email: body.email } })}
      errorsOf={(error) => (isMissing(error) ? { byField: { email: t('suppress.missing') }, general: [] } : null)}
      done={t('suppress.done')}
      reload={[['mail-logs']]}
    />
  )
}
