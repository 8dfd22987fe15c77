import '../texts.ts'
import { listConfigTemplates } from '@longreach/contract/configs/endpoints'
import type { ConfigTemplate } from '@longreach/contract/configs/schemas'
import { useTranslation } from 'react-i18next'
import classes from '../../../tables/cells.module.css'
import { defineTable } from '../../../tables/table.ts'
import { Ago } from '../../../ui/ago.tsx'
import { formatCount } from '../../../ui/format.ts'
import { CompanyName } from '../../companies/public/company-name.tsx'
import { TemplateMenu } from './menu.tsx'

const cut = (value: string | null) => (
  <span className={classes.cut} title={value ?? ''}>
    {value || '—'}
  </span>
)

export const templateTable = defineTable({
  name: 'config-templates',
  list: listConfigTemplates,
  texts: 'configs',
  defaultSort: 'name',
  nameOf: ({ name, version }) => (version ? `${name} ${version}` : name),
  phoneRow: (template) => <PhoneTemplate template={template} />,
  columns: (t) => [
    {
      id: 'name',
      label: t('columns.name'),
      width: 260,
      pinned: true,
      sort: 'name',
      cell: (row) => cut(row.name),
    },
    {
      id: 'version',
      label: t('columns.version'),
      width: 96,
      cell: (row) =>
        row.version === null ? <span>{t('template.savedKind')}</span> : <span className="mono">{row.version}</span>,
    },
    { id: 'calls', label: t('columns.calls'), width: 88, align: 'right', cell: (row) => formatCount(row.calls_count) },
    { id: 'variables', label: t('columns.variables'), width: 200, cell: (row) => cut(row.variables.join(', ')) },
    { id: 'firmware', label: t('columns.limits'), width: 220, cell: (row) => cut(limitsOf(row)) },
    {
      id: 'company',
      label: t('columns.company'),
      width: 180,
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
    {
      id: 'updated',
      label: t('columns.updated'),
      width: 168,
      cell: (row) => <Ago time={row.updated_at} none="—" />,
    },
    {
      id: 'actions',
      end: true,
      label: t('columns.actions'),
      width: 88,
      cell: (row) => <TemplateMenu template={row} />,
    },
  ],
})

const limitsOf = ({ min_firmware, max_firmware }: Pick<ConfigTemplate, 'min_firmware' | 'max_firmware'>): string =>
  [min_firmware && `≥ ${min_firmware}`, max_firmware && `≤ ${max_firmware}`].filter(Boolean).join(' ')

function PhoneTemplate({ template }: { template: ConfigTemplate }) {
  const { t } = useTranslation('configs')
  const { name, version, company_name, calls_count } = template
  return (
    <div className={classes.phone}>
      <div className={classes.lines}>
        <span className={classes.name}>{version ? `${name} ${version}` : name}</span>
        <span className={classes.second}>
          {company_name} · {t('template.calls', { count: calls_count })}
        </span>
      </div>
      <TemplateMenu template={template} />
    </div>
  )
}
