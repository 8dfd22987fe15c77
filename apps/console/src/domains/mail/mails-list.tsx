import './texts.ts'
import { mailStates } from '@longreach/contract/mail/constants'
import { exportMailLogs, listMailLogs } from '@longreach/contract/mail/endpoints'
import type { MailLog } from '@longreach/contract/mail/schemas'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { createdField, optionField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { companyField } from '../companies/public/company-field.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { openMail } from './open-windows.tsx'
import { StateText } from './state-text.tsx'

/** A newer server may send kinds of mails that this console does not know. */
export const templateName = (t: TFunction<'mail'>, { template }: Pick<MailLog, 'template'>) =>
  t(`template.${template as 'password_reset'}`, { defaultValue: template })

const cut = (text: string) => (
  <span className={cells.cut} title={text}>
    {text}
  </span>
)

export const mailTable = defineTable({
  name: 'mail-logs',
  list: listMailLogs,
  download: exportMailLogs,
  texts: 'mail',
  defaultSort: '-created_at',
  nameOf: (row) => `${row.email} ${row.subject}`,
  phoneRow: (row) => <PhoneMail row={row} />,
  columns: (t) => [
    {
      id: 'email',
      label: t('columns.email'),
      width: 240,
      pinned: true,
      sort: 'email',
      cell: (row) => (
        <button type="button" className={`${cells.name} ${cells.open}`} title={row.email} onClick={() => openMail(row)}>
          {row.email}
        </button>
      ),
    },
    { id: 'state', label: t('columns.state'), width: 112, cell: (row) => <StateText state={row.state} /> },
    {
      id: 'link',
      label: t('columns.link'),
      width: 112,
      cell: (row) => (row.link ? <CopyButton text={row.link} /> : null),
    },
    { id: 'subject', label: t('columns.subject'), width: 280, cell: (row) => cut(row.subject) },
    {
      id: 'time',
      csv: ['created_at'],
      label: t('columns.time'),
      width: 168,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
    { id: 'response', label: t('columns.response'), width: 280, cell: (row) => cut(row.response ?? '') },
    { id: 'attempts', label: t('columns.attempts'), width: 96, align: 'right', cell: (row) => row.attempts },
    { id: 'template', label: t('columns.template'), width: 152, cell: (row) => templateName(t, row) },
    {
      id: 'company',
      csv: ['company_name'],
      label: t('columns.company'),
      width: 168,
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
  ],
  filters: (t) => [
    optionField('state', t('stateFilter'), mailStates, (state) => t(`state.${state}`), { many: true, not: true }),
    companyField(t('columns.company')),
    createdField(t('columns.time')),
  ],
})

function PhoneMail({ row }: { row: MailLog }) {
  const { t } = useTranslation('mail')
  return (
    <div className={cells.lines}>
      <span className={cells.name}>{row.email}</span>
      <span className={cells.second}>
        {t(`state.${row.state}`)} · {row.subject}
      </span>
    </div>
  )
}
