import type { Invitation } from '@longreach/contract/users/invitation-schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import { Button } from '../../ui/button.tsx'
import { formatApiTime } from '../../ui/format.ts'
import classes from '../../ui/record.module.css'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import { companyText, StateText } from './invitation-cells.tsx'
import { removeAfterAsking, sendAgain } from './invitation-queries.ts'

/** One invitation, with the complete response of the mail server. */
export function InvitationWindow({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('invitations')
  const client = useQueryClient()
  const { close } = useWindow()
  const can = { resend: useCan('invite_users'), remove: useCan('delete_user_invitations') }
  const closeWhen = (done: Promise<boolean>) => void done.then((is) => is && close())
  const facts = [
    [t('columns.state'), <StateText key="state" state={invitation.state} />],
    [t('columns.role'), invitation.role_title],
    [t('columns.company'), companyText(t, invitation)],
    [t('columns.created'), formatApiTime(invitation.created_at)],
    [t('columns.expires'), formatApiTime(invitation.expires_at)],
    ...(invitation.bounce_status === null ? [] : [[t('columns.bounce'), invitation.bounce_status] as const]),
  ] as const
  return (
    <>
      <WindowBody>
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </WindowBody>
      <WindowActions>
        {can.remove ? (
          <Button onClick={() => closeWhen(removeAfterAsking(only(invitation.id), client))}>{t('delete')}</Button>
        ) : null}
        {can.resend ? (
          <Button look="primary" onClick={() => closeWhen(sendAgain(only(invitation.id), client))}>
            {t('resend')}
          </Button>
        ) : null}
      </WindowActions>
    </>
  )
}
