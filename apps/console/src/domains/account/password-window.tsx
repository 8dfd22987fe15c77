import { changePassword } from '@longreach/contract/account/access-endpoints'
import { changePasswordForm } from '@longreach/contract/account/forms'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'

export function PasswordWindow() {
  const { t } = useTranslation('access')
  return (
    <FormWindow
      form={changePasswordForm}
      send={(body) => call(changePassword, { body })}
      done={t('password.changed')}
      reload={[['account']]}
    />
  )
}
