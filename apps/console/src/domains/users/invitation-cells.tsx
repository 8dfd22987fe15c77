import type { Invitation } from '@longreach/contract/users/invitation-schemas'
import { IconDots, IconMailForward, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import cells from '../../tables/cells.module.css'
import { only } from '../../tables/choice.ts'
import type { GridColumn } from '../../tables/columns.ts'
import { formatApiTime } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import classes from '../../ui/record.module.css'
import { removeAfterAsking, sendAgain } from './invitation-queries.ts'
import { openInvitation } from './invitation-windows.tsx'

const icon = { size: 16, stroke: 1.6 }
const cut = (text: string | null) => (
  <span className={cells.cut} title={text ?? undefined}>
    {text}
  </span>
)

export function companyText(t: TFunction<'invitations'>, row: Invitation): string {
  if (row.makes_company) {
    return row.company_name === null ? t('newCompany') : t('newCompanyNamed', { name: row.company_name })
  }
  return row.company_id === 0 ? t('platform') : (row.company_name ?? '')
}

export function invitationColumns(t: TFunction<'invitations'>): GridColumn<Invitation>[] {
  return [
    {
      id: 'email',
      label: t('columns.email'),
      width: 240,
      pinned: true,
      sort: 'email',
      cell: (row) => <Address row={row} />,
    },
    { id: 'state', label: t('columns.state'), width: 104, cell: (row) => <StateText state={row.state} /> },
    { id: 'role', csv: ['role_title'], label: t('columns.role'), width: 144, cell: (row) => cut(row.role_title) },
    {
      id: 'company',
      csv: ['company_name'],
      label: t('columns.company'),
      width: 176,
      cell: (row) => cut(companyText(t, row)),
    },
    {
      id: 'expires',
      csv: ['expires_at'],
      label: t('columns.expires'),
      width: 168,
      sort: 'expires_at',
      cell: (row) => formatApiTime(row.expires_at),
    },
    {
      id: 'bounce',
      csv: ['bounce_status'],
      label: t('columns.bounce'),
      width: 176,
      cell: (row) => cut(row.bounce_status),
    },
    {
      id: 'created',
      csv: ['created_at'],
      label: t('columns.created'),
      width: 168,
      hidden: true,
      sort: 'created_at',
      cell: (row) => formatApiTime(row.created_at),
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 80, cell: (row) => <InvitationMenu row={row} /> },
  ]
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

function Address({ row }: { row: Invitation }) {
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

function InvitationMenu({ row }: { row: Invitation }) {
  const { t } = useTranslation('invitations')
  const client = useQueryClient()
  const can = { resend: useCan('invite_users'), remove: useCan('delete_user_invitations') }
  if (!can.resend && !can.remove) return null
  return (
    <Menu
      trigger={
        <IconButton size="small" tip={false} label={t('actions', { email: row.email })}>
          <IconDots size={18} stroke={1.8} />
        </IconButton>
      }
    >
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
    </Menu>
  )
}

/** Two lines of a phone row. */
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
