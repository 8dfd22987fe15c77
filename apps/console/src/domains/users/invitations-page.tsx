import './invitations-texts.ts'
import { exportInvitations, listInvitations } from '@longreach/contract/users/invitation-endpoints'
import { type Invitation, invitationStates } from '@longreach/contract/users/invitation-schemas'
import { IconMailForward, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { choiceField, type FilterField, madeField } from '../../tables/filters/field.ts'
import type { ListSpec } from '../../tables/list-source.ts'
import { type Chosen, TablePage } from '../../tables/table-page.tsx'
import classes from '../../ui/record.module.css'
import { companyField } from '../companies/public/company-field.ts'
import { roleField } from '../roles/public/role-field.ts'
import { invitationColumns, PhoneInvitation } from './invitation-cells.tsx'
import { removeAfterAsking, sendAgain } from './invitation-queries.ts'
import { openInvitation } from './invitation-windows.tsx'
import { InviteButton } from './invite-buttons.tsx'

const spec: ListSpec = {
  name: 'invitations',
  list: listInvitations,
  download: exportInvitations,
  defaultSort: '-created_at',
}
const icon = { size: 17, stroke: 1.6 }

/** `one`: the list of a single company. */
function useInvitationFilters(one: boolean): readonly FilterField[] {
  const { t } = useTranslation('invitations')
  const seesRoles = useCan('view_roles')
  const seesCompanies = useCan('view_companies')
  return useMemo(
    () => [
      choiceField('state', t('stateFilter'), invitationStates, (state) => t(`state.${state}`), {
        quick: true,
        many: true,
        not: true,
      }),
      ...(seesRoles ? [roleField(t('columns.role'))] : []),
      ...(seesCompanies && !one ? [companyField(t('columns.company'))] : []),
      madeField(t('columns.created')),
    ],
    [t, one, seesRoles, seesCompanies],
  )
}

interface Props {
  /** The invitations into one company, on its page. */
  company?: { id: number }
}

/** `/users/invitations`: invitations that have not been accepted yet. */
export function InvitationsPage({ company }: Props) {
  const { t } = useTranslation('invitations')
  const client = useQueryClient()
  const [sends, setSends] = useState(true)
  const can = { invite: useCan('invite_users'), remove: useCan('delete_user_invitations') }
  const one = company !== undefined
  const columns = useMemo(() => invitationColumns(t).filter(({ id }) => !one || id !== 'company'), [t, one])
  const filters = useInvitationFilters(one)
  const clearWhen = (done: Promise<boolean>, { clear }: Chosen) => void done.then((is) => is && clear())
  return (
    <TablePage<Invitation>
      spec={spec}
      inner={one}
      narrow={company && { company_id: String(company.id) }}
      title={t('title')}
      searchLabel={t('search')}
      columns={columns}
      filters={filters}
      onMeta={(meta) => setSends((meta as { sends?: boolean }).sends !== false)}
      nameOf={(row) => row.email}
      onOpen={openInvitation}
      phoneRow={(row) => <PhoneInvitation row={row} />}
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
          ? (chosen) => (
              <>
                {can.invite ? (
                  <BulkAction
                    icon={<IconMailForward {...icon} />}
                    onClick={() => clearWhen(sendAgain(chosen.choice, client), chosen)}
                  >
                    {t('resend')}
                  </BulkAction>
                ) : null}
                {can.remove ? (
                  <BulkAction
                    icon={<IconTrash {...icon} />}
                    onClick={() => clearWhen(removeAfterAsking(chosen.choice, client), chosen)}
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
