import type { MailLog } from '@longreach/contract/mail/schemas'
import type { TFunction } from 'i18next'
import cells from '../../tables/cells.module.css'
import type { GridColumn } from '../../tables/columns.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatApiTime } from '../../ui/format.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { openMail } from './open-windows.tsx'
import { StateText } from './state-text.tsx'

/** A newer server may send kinds of mails this console does not know. */
export const templateName = (t: TFunction<'mail'>, { template }: Pick<MailLog, 'template'>) =>
  t(`template.${template as 'password_reset'}`, { defaultValue: template })

const cut = (text: string) => (
  <span className={cells.cut} title={text}>
    {text}
  </span>
)

/** `links`: without a mail server an administrator passes them on. */
export function mailColumns(t: TFunction<'mail'>, links: boolean): GridColumn<MailLog>[] {
  const link: GridColumn<MailLog> = {
    id: 'link',
    label: t('columns.link'),
    width: 112,
    cell: (row) => (row.link ? <CopyButton text={row.link} /> : null),
  }
  return [
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
    ...(links ? [link] : []),
    { id: 'subject', label: t('columns.subject'), width: 280, cell: (row) => cut(row.subject) },
    {
      id: 'time',
      csv: ['created_at'],
      label: t('columns.time'),
      width: 168,
      sort: 'created_at',
      cell: (row) => formatApiTime(row.created_at),
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
  ]
}
