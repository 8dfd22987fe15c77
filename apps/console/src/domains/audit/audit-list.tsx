import '../../charts/texts.ts'
import './texts.ts'
import { type AuditLine, auditKinds, exportAudit, listAudit } from '@longreach/contract/audit/endpoints'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { optionField, rangeField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { formatApiTime } from '../../ui/format.ts'
import { companyField } from '../companies/public/company-field.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { userField } from '../users/public/user-field.ts'
import { fieldChanges } from './changes.ts'
import { companyOf, objectOf, personOf } from './line-words.ts'
import { openLine } from './open-windows.tsx'

const ranges = [
  { value: 'day', days: 1 },
  { value: 'week', days: 7 },
  { value: 'month', days: 30 },
  { value: 'all', days: null },
] as const
const firstRange = 'week'

const cut = (text: string) => (
  <span className={cells.cut} title={text}>
    {text}
  </span>
)

export const auditTable = defineTable({
  name: 'audit',
  list: listAudit,
  download: exportAudit,
  texts: 'audit',
  defaultSort: '-created_at',
  nameOf: (line) => `${line.title ?? line.action} ${formatApiTime(line.created_at)}`,
  phoneRow: (line) => <PhoneLine line={line} />,
  columns: (t) => [
    {
      id: 'time',
      csv: ['created_at'],
      label: t('columns.time'),
      width: 176,
      pinned: true,
      sort: 'created_at',
      cell: (line) => (
        <button type="button" className={`${cells.cut} ${cells.open}`} tabIndex={-1} onClick={() => openLine(line)}>
          {formatApiTime(line.created_at)}
        </button>
      ),
    },
    {
      id: 'person',
      csv: ['username', 'actor_name'],
      label: t('columns.person'),
      width: 220,
      cell: (line) => cut(personOf(t, line)),
    },
    {
      id: 'action',
      csv: ['action', 'title'],
      label: t('columns.action'),
      width: 300,
      cell: (line) => cut(line.title ?? line.action),
    },
    {
      id: 'object',
      csv: ['target', 'target_id'],
      label: t('columns.object'),
      width: 144,
      cell: (line) => cut(objectOf(t, line)),
    },
    {
      id: 'changed',
      csv: ['before', 'after'],
      label: t('columns.changed'),
      width: 200,
      cell: (line) =>
        cut(
          fieldChanges(line)
            .map(({ field }) => field)
            .join(', '),
        ),
    },
    {
      id: 'company',
      csv: ['company_id', 'company_name'],
      label: t('columns.company'),
      width: 168,
      cell: (line) =>
        line.company_name === null ? (
          cut(companyOf(t, line))
        ) : (
          <CompanyName cell id={line.company_id} name={line.company_name} />
        ),
    },
    { id: 'ip', csv: ['ip', 'user_agent'], label: t('columns.ip'), width: 140, cell: (line) => cut(line.ip ?? '–') },
  ],
  filters: (t, { can }) => [
    rangeField(
      t('range.label'),
      ranges.map((range) => ({ ...range, label: t(`range.${range.value}`) })),
      firstRange,
    ),
    companyField(t('columns.company')),
    ...(can('view_users') ? [userField(t('filters.user_id'))] : []),
    optionField('kind', t('filters.kind'), auditKinds, (kind) => t(`kinds.${kind}`)),
    { name: 'action', label: t('filters.action'), kind: 'text', not: true },
    { name: 'target', label: t('filters.target'), kind: 'text', not: true },
    { name: 'target_id', label: t('filters.target_id'), kind: 'text', ids: true },
  ],
})

/** Two lines of a phone row. */
function PhoneLine({ line }: { line: AuditLine }) {
  const { t } = useTranslation('audit')
  return (
    <div className={cells.lines}>
      <span className={cells.name}>{line.title ?? line.action}</span>
      <span className={cells.second}>
        {formatApiTime(line.created_at)} · {personOf(t, line)}
      </span>
    </div>
  )
}
