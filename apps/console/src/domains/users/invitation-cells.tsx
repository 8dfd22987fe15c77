import type { Invitation } from '@longreach/contract/users/invitation-schemas'
import { IconMailForward, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import cells from '../../tables/cells.module.css'
import { only } from '../../tables/selected-rows.ts'
import { MenuItem } from '../../ui/menu.tsx'
import classes from '../../ui/record.module.css'
import { RowMenu } from '../../ui/row-menu.tsx'
import { removeAfterAsking, sendAgain } from './invitation-queries.ts'
import { openInvitation } from './invitation-windows.tsx'

const icon = { size: 16, stroke: 1.6 }
export function companyText(t: TFunction<'invitations'>, row: Invitation): string {
  if (row.makes_company) {
    return row.company_name === null ? t('newCompany') : t('newCompanyNamed', { name: row.company_name })
  }
  return row.company_id === 0 ? t('platform') : (row.company_name ?? '')
}

const tones = { pending: 'waits', expired: undefined, bounced: 'bad' } as const

export function StateText({ state }: Pick<Invitation, 'state'>) {
  const { t } = useTranslation('invitations')
  return (
    <span className={classes.state} data-tone={tones[state]}>
      {t(`state.${state}`)}
    </span>
  )
}

export function Address({ row }: { row: Invitation }) {
  return (
    <button
      type="button"
      className={`${cells.name} ${cells.open}`}
      title={row.email}
      tabIndex={-1}
      onClick={() => openInvitation(row)}
    >
      {row.email}
    </button>
  )
}

export function InvitationMenu({ row }: { row: Invitation }) {
  const { t } = useTranslation('invitations')
  const client = useQueryClient()
  const can = { resend: useCan('invite_users'), remove: useCan('delete_user_invitations') }
  if (!can.resend && !can.remove) return null
  return (
    <RowMenu label={t('actions', { email: row.email })}>
      {can.resend ? (
        <MenuItem leftSection={<IconMailForward {...icon} />} onClick={() => void sendAgain(only(row.id), client)}>
          {t('resend')}
        </MenuItem>
      ) : null}
      {can.remove ? (
        <MenuItem
          danger
          leftSection={<IconTrash {...icon} />}
          onClick={() => void removeAfterAsking(only(row.id), client)}
        >
          {t('delete')}
        </MenuItem>
      ) : null}
    </RowMenu>
  )
}

export function PhoneInvitation({ row }: { row: Invitation }) {
  const { t } = useTranslation('invitations')
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <Address row={row} />
        <span className={cells.second}>
          {t(`state.${row.state}`)} · {row.role_title} · {companyText(t, row)}
        </span>
      </div>
      <InvitationMenu row={row} />
    </div>
  )
}
