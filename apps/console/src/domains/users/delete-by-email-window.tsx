import { deleteUserByEmail } from '@longreach/contract/users/endpoints'
import { deleteUserForm } from '@longreach/contract/users/forms'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'

/** Deletes the user with an address; typing the address is the confirmation. */
export function DeleteByEmailWindow() {
  const { t } = useTranslation('users')
  return (
    <FormWindow
      form={deleteUserForm}
      send={(body) => call(deleteUserByEmail, { body })}
      done={t('byEmail.done')}
      reload={[['users']]}
    />
  )
}
