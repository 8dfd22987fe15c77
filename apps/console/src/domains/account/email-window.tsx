import { updateAccount } from '@longreach/contract/account/email-endpoints'
import { changeEmailForm } from '@longreach/contract/account/forms'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { Button } from '../../ui/button.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'

/** Changes one's own address; the change takes effect when the mailed link is opened. */
export function EmailWindow() {
  return (
    <FormWindow
      form={changeEmailForm}
      send={(body) => call(updateAccount, { body })}
      reload={false}
      after={({ email }, { data }) => <LinkSent email={email} sends={data.sends} />}
    />
  )
}

function LinkSent({ email, sends }: { email: string; sends: boolean }) {
  const { t } = useTranslation('access')
  const { close } = useWindow()
  return (
    <>
      <WindowBody>
        <p role="status">{t(sends ? 'email.sent' : 'email.noMail', { email })}</p>
      </WindowBody>
      <WindowActions>
        <Button onClick={close}>{t('new.done')}</Button>
      </WindowActions>
    </>
  )
}
