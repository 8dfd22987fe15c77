import { updateAccount } from '@longreach/contract/account/email-endpoints'
import { requiredEmailForm } from '@longreach/contract/account/forms'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { Button } from '../../ui/button.tsx'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import classes from './start-question.module.css'

interface Props {
  onSent: () => void
  onDone: () => void
}

/** For an account whose username is not an e-mail address: it requires one. */
export function RequiredEmail({ onSent, onDone }: Props) {
  const { t } = useTranslation('register')
  return (
    <FormWindow
      form={requiredEmailForm}
      send={(body) => call(updateAccount, { body })}
      done={null}
      onDone={onSent}
      reload={false}
      after={({ email }, { data }) => <LinkSent email={email} sends={data.sends} onDone={onDone} />}
      intro={
        <p className={classes.title} aria-hidden="true">
          {t('required.title')}
        </p>
      }
      cancel={
        <a className={classes.leave} href="/logout">
          {t('required.logOut')}
        </a>
      }
    />
  )
}

function LinkSent({ email, sends, onDone }: { email: string; sends: boolean; onDone: () => void }) {
  const { t } = useTranslation('register')
  return (
    <>
      <WindowBody>
        <p className={classes.title} aria-hidden="true">
          {t('required.doneTitle')}
        </p>
        <div role="status">
          <p>{t('required.done', { email })}</p>
          {sends ? null : <p>{t('noMail')}</p>}
        </div>
      </WindowBody>
      <WindowActions>
        <Button look="primary" onClick={onDone}>
          {t('required.continue')}
        </Button>
      </WindowActions>
    </>
  )
}
