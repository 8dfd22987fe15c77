import '../../charts/texts.ts'
import './texts.ts'
import { type AuditLine, auditKinds, exportAudit, listAudit } from '@longreach/contract/audit/endpoints'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { optionField, rangeField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { formatApiTime } from '../../ui/format.ts'
import { companyField } from '../companies/public/company-field.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { userField } from '../users/public/user-field.ts'
import classes from './audit.module.css'
import { ChangesCell } from './changes.tsx'
import { LineIcon } from './line-icon.tsx'
import { Sentence } from './sentence.tsx'
import { UndoButton } from './undo-button.tsx'

const ranges = [
  { value: 'day', days: 1 },
  { value: 'week', days: 7 },
  { value: 'month', days: 30 },
  { value: 'all', days: null },
] as const
const firstRange = 'week'

const clockOf = (line: AuditLine) => formatApiTime(line.created_at).slice(11, 16)

const companyOf = (t: TFunction<'audit'>, { company_id, company_name }: AuditLine) =>
  company_name ?? t(company_id === 0 ? 'platform' : 'gone')

/** Routine entries that are left out until their switch is on. */
const routineField = <const Name extends 'sign_ins' | 'preferences'>(name: Name, label: string) =>
  optionField(name, label, ['show'], () => label, {
    switch: true,
    initial: 'hide',
    ask: (value) => (value === 'hide' ? { [name]: value } : ({} as Record<string, string>)),
  })

export const auditTable = defineTable({
  name: 'audit',
  list: listAudit,
  download: exportAudit,
  texts: 'audit',
  defaultSort: '-created_at',
  nameOf: (line) => `${line.sentence} ${formatApiTime(line.created_at)}`,
  phoneRow: (line) => <PhoneLine line={line} />,
  columns: (t) => [
    {
      id: 'time',
      csv: ['created_at'],
      label: t('columns.time'),
      width: 84,
      pinned: true,
      sort: 'created_at',
      cell: (line) => <time title={formatApiTime(line.created_at)}>{clockOf(line)}</time>,
    },
    {
      id: 'sentence',
      csv: ['username', 'actor_name', 'sentence'],
      label: t('columns.sentence'),
      width: 440,
      cell: (line) => (
        <>
          <span className={classes.icon} data-bad={line.action === 'account.sign_in_refused' || undefined}>
            <LineIcon action={line.action} />
          </span>
          <span className={cells.cut} title={line.sentence}>
            <Sentence line={line} />
          </span>
        </>
      ),
    },
    {
      id: 'changes',
      csv: ['changes'],
      label: t('columns.changes'),
      width: 290,
      cell: (line) => <ChangesCell line={line} />,
    },
    {
      id: 'company',
      csv: ['company_id', 'company_name'],
      label: t('columns.company'),
      width: 140,
      cell: (line) =>
        line.company_name === null ? (
          <span className={cells.cut}>{companyOf(t, line)}</span>
        ) : (
          <CompanyName cell id={line.company_id} name={line.company_name} />
        ),
    },
    {
      id: 'source',
      csv: ['source', 'ip', 'user_agent', 'request_id'],
      label: t('columns.source'),
      width: 108,
      cell: (line) => <span title={line.ip ?? undefined}>{t(`sources.${line.source}`)}</span>,
    },
    {
      id: 'undo',
      csv: [],
      label: t('columns.undo'),
      width: 88,
      end: true,
      cell: (line) => <UndoButton line={line} row />,
    },
  ],
  filters: (t, { can }) => [
    rangeField(
      t('range.label'),
      ranges.map((range) => ({ ...range, label: t(`range.${range.value}`) })),
      firstRange,
    ),
    routineField('sign_ins', t('switches.sign_ins')),
    routineField('preferences', t('switches.preferences')),
    companyField(t('columns.company')),
    ...(can('view_users') ? [userField(t('filters.user_id'))] : []),
    optionField('kind', t('filters.kind'), auditKinds, (kind) => t(`kinds.${kind}`)),
    { name: 'action', label: t('filters.action'), kind: 'text', not: true },
    { name: 'target', label: t('filters.target'), kind: 'text', not: true },
    { name: 'target_id', label: t('filters.target_id'), kind: 'text', ids: true },
  ],
})

function PhoneLine({ line }: { line: AuditLine }) {
  const { t } = useTranslation('audit')
  return (
    <div className={cells.lines}>
      <span className={cells.name}>{line.sentence}</span>
      <span className={cells.second}>
        {clockOf(line)} · {companyOf(t, line)} · {t(`sources.${line.source}`)}
      </span>
    </div>
  )
}
