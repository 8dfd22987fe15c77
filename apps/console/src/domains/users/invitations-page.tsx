import './invitations-texts.ts'
import { IconMailForward, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { type BulkProps, TablePage } from '../../tables/table-page.tsx'
import classes from '../../ui/record.module.css'
import type { CompanyTab } from '../companies/public/use-company-tab.tsx'
import { removeAfterAsking, sendAgain } from './invitation-queries.ts'
import { openInvitation } from './invitation-windows.tsx'
import { invitationTable } from './invitations-list.tsx'
import { InviteButton } from './invite-buttons.tsx'

const icon = { size: 17, stroke: 1.6 }

interface Props {
  /** The company whose page shows the list. */
  company?: CompanyTab
}

/** `/users/invitations`: invitations that have not been accepted yet. */
export function InvitationsPage({ company }: Props) {
  const { t } = useTranslation('invitations')
  const client = useQueryClient()
  const [sends, setSends] = useState(true)
  const can = { invite: useCan('invite_users'), remove: useCan('delete_user_invitations') }
  const clearWhen = (done: Promise<boolean>, { clear }: BulkProps) => void done.then((is) => is && clear())
  return (
    <TablePage
      table={invitationTable}
      narrow={company?.limits}
      tools={company?.tools}
      title={t('title')}
      searchLabel={t('search')}
      onMeta={(meta) => setSends((meta as { sends?: boolean }).sends !== false)}
      onOpen={openInvitation}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={<InviteButton company={company} />}
      notice={
        sends ? null : (
          <p className={classes.notice} role="status">
            {t('noServer')}
          </p>
        )
      }
      bulk={
        can.invite || can.remove
          ? (bulk) => (
              <>
                {can.invite ? (
                  <BulkAction
                    icon={<IconMailForward {...icon} />}
                    onClick={() => clearWhen(sendAgain(bulk.selected, client), bulk)}
                  >
                    {t('resend')}
                  </BulkAction>
                ) : null}
                {can.remove ? (
                  <BulkAction
                    icon={<IconTrash {...icon} />}
                    onClick={() => clearWhen(removeAfterAsking(bulk.selected, client), bulk)}
                  >
                    {t('delete')}
                  </BulkAction>
                ) : null}
              </>
            )
          : null
      }
      empty={{
        icon: <IconUserPlus size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t('none.text'),
        action: <InviteButton company={company} />,
      }}
      failed={t('failed')}
    />
  )
}
