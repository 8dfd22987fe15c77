import './invitations-texts.ts'
import { exportInvitations, listInvitations } from '@longreach/contract/users/invitation-endpoints'
import { invitationStates } from '@longreach/contract/users/invitation-schemas'
import cells from '../../tables/cells.module.css'
import { createdField, optionField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { companyField } from '../companies/public/company-field.ts'
import { roleField } from '../roles/public/role-field.ts'
import { Address, companyText, InvitationMenu, PhoneInvitation, StateText } from './invitation-cells.tsx'

const cut = (text: string | null) => (
  <span className={cells.cut} title={text ?? undefined}>
    {text}
  </span>
)

export const invitationTable = defineTable({
  name: 'invitations',
  list: listInvitations,
  download: exportInvitations,
  texts: 'invitations',
  defaultSort: '-created_at',
  nameOf: (row) => row.email,
  phoneRow: (row) => <PhoneInvitation row={row} />,
  columns: (t) => [
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
      notWithin: 'company_id',
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
      cell: (row) => <Ago time={row.expires_at} none="—" />,
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
      cell: (row) => <Ago time={row.created_at} />,
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 80, cell: (row) => <InvitationMenu row={row} /> },
  ],
  filters: (t, { can }) => [
    optionField('state', t('stateFilter'), invitationStates, (state) => t(`state.${state}`), {
      quick: true,
      many: true,
      not: true,
    }),
    ...(can('view_roles') ? [roleField(t('columns.role'))] : []),
    ...(can('view_companies') ? [companyField(t('columns.company'))] : []),
    createdField(t('columns.created')),
  ],
})
