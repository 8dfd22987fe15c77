import './texts.ts'
import { templateTypes } from '@longreach/contract/monitoring/template-constants'
import { listMonitoringTemplates } from '@longreach/contract/monitoring/template-endpoints'
import type { MonitoringTemplate } from '@longreach/contract/monitoring/template-schemas'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { optionField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { formatCount, formatDuration } from '../../ui/format.ts'
import { companyField } from '../companies/public/company-field.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { TemplateMenu } from './template-menu.tsx'

export const monitoringTemplateTable = defineTable({
  name: 'monitoring-templates',
  list: listMonitoringTemplates,
  texts: 'monitoring',
  defaultSort: 'name',
  nameOf: ({ config }) => config.name,
  phoneRow: (template) => <PhoneTemplate template={template} />,
  columns: (t) => [
    {
      id: 'name',
      label: t('columns.name'),
      width: 240,
      pinned: true,
      sort: 'name',
      cell: ({ config }) => (
        <span className={cells.cut} title={config.description ?? config.name}>
          {config.name}
        </span>
      ),
    },
    { id: 'type', label: t('columns.type'), width: 96, cell: ({ type }) => t(`kinds.${type}`) },
    {
      id: 'period',
      label: t('columns.period'),
      width: 120,
      sort: 'period',
      cell: ({ enabled, period }) => (enabled ? formatDuration(period) : t('off')),
    },
    {
      id: 'parameters',
      label: t('columns.parameters'),
      width: 112,
      align: 'right',
      cell: ({ fields_count }) => formatCount(fields_count),
    },
    {
      id: 'devices',
      label: t('columns.devices'),
      width: 96,
      align: 'right',
      cell: ({ device_count }) => (device_count === null ? '—' : formatCount(device_count)),
    },
    {
      id: 'retention',
      label: t('columns.retention'),
      width: 104,
      align: 'right',
      cell: ({ config }) => t('days', { count: Number(config.retention) }),
    },
    {
      id: 'company',
      label: t('columns.company'),
      width: 150,
      cell: ({ company_id, company_name }) =>
        company_id === null ? '—' : <CompanyName cell id={company_id} name={company_name ?? ''} />,
    },
    {
      id: 'created',
      label: t('columns.created'),
      width: 168,
      sort: 'created_at',
      cell: ({ created_at }) => <Ago time={created_at} />,
    },
    {
      id: 'actions',
      end: true,
      label: t('columns.actions'),
      width: 88,
      cell: (row) => <TemplateMenu template={row} />,
    },
  ],
  filters: (t, { can }) => [
    optionField('type', t('columns.type'), templateTypes, (type) => t(`kinds.${type}`)),
    ...(can('view_companies') ? [positive(companyField(t('columns.company')))] : []),
  ],
})

/** The list has no 'is not'. */
function positive<Field extends { not?: unknown }>({ not: _, ...field }: Field) {
  return field
}

function PhoneTemplate({ template }: { template: MonitoringTemplate }) {
  const { t } = useTranslation('monitoring')
  const { config, enabled, period, fields_count, type } = template
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <span className={cells.name}>{config.name}</span>
        <span className={cells.second}>
          {t(`kinds.${type}`)} · {t('parameters', { count: fields_count })} ·{' '}
          {enabled ? t('every', { time: formatDuration(period) }) : t('off')}
        </span>
      </div>
      <TemplateMenu template={template} />
    </div>
  )
}
