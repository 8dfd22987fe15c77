import './texts.ts'
import { listAlertRules } from '@longreach/contract/alerts/endpoints'
import type { AlertRule } from '@longreach/contract/alerts/schemas'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import cells from '../../tables/cells.module.css'
import { optionField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { companyField } from '../companies/public/company-field.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { deviceField } from '../devices/public/device-field.ts'
import { userField } from '../users/public/user-field.ts'
import { DeviceLink } from './device-link.tsx'
import { EventButton } from './event-cell.tsx'
import { eventFields } from './fields.ts'
import { openEditRule } from './open-windows.tsx'
import { RuleMenu } from './rule-menu.tsx'
import { RuleState } from './rule-state.tsx'
import { detailOf, intervalOf, receiversOf } from './rule-words.ts'

const cut = (text: string) => (
  <span className={cells.cut} title={text}>
    {text}
  </span>
)

export const ruleTable = defineTable({
  name: 'alert-rules',
  list: listAlertRules,
  texts: 'alerts',
  defaultSort: '-created_at',
  nameOf: (row) => `${row.subtype}, ${row.device_name}`,
  phoneRow: (row) => <PhoneRule row={row} />,
  columns: (t) => [
    {
      id: 'event',
      label: t('rules.columns.event'),
      width: 276,
      pinned: true,
      flexible: 3,
      cell: (row) => <Event row={row} />,
    },
    {
      id: 'state',
      label: t('rules.columns.state'),
      width: 164,
      sort: 'enable',
      cell: (row) => <RuleState cell rule={row} />,
    },
    {
      id: 'device',
      label: t('rules.columns.device'),
      width: 136,
      flexible: 2,
      sort: 'device_name',
      cell: (row) => <DeviceLink cell id={row.device_id} name={row.device_name} />,
    },
    {
      id: 'receiver',
      label: t('rules.columns.receiver'),
      width: 160,
      flexible: 2,
      cell: (row) => cut(receiversOf(row)),
    },
    { id: 'interval', label: t('rules.columns.interval'), width: 108, cell: (row) => intervalOf(row) },
    {
      id: 'last',
      label: t('rules.columns.last'),
      width: 96,
      cell: (row) => (row.last_alert_at === null ? t('rules.never') : <Ago time={row.last_alert_at} />),
    },
    {
      id: 'company',
      notWithin: 'company_id',
      label: t('rules.columns.company'),
      width: 100,
      flexible: 1,
      sort: 'company_name',
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
    { id: 'user', label: t('rules.columns.user'), width: 168, hidden: true, cell: (row) => cut(row.username || '—') },
    {
      id: 'created',
      label: t('rules.columns.created'),
      width: 168,
      hidden: true,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
    { id: 'actions', end: true, label: t('rules.columns.actions'), width: 48, cell: (row) => <RuleMenu rule={row} /> },
  ],
  filters: (t, { can }) => [
    ...eventFields(t),
    optionField('enable', t('rules.columns.state'), ['true', 'false'], (on) =>
      t(on === 'true' ? 'rules.enabled' : 'rules.disabled'),
    ),
    deviceField(t('rules.columns.device')),
    companyField(t('rules.columns.company')),
    ...(can('view_users') ? [positive(userField(t('rules.columns.user')))] : []),
  ],
})

/** Without 'is not', which the list does not have. */
function positive<Field extends { not?: true }>({ not: _, ...field }: Field) {
  return field
}

function Event({ row }: { row: AlertRule }) {
  const mayEdit = useCan('update_device_alert_configurations')
  const detail = detailOf(row)
  const text = detail === '' ? row.subtype : `${row.subtype}: ${detail}`
  if (!mayEdit)
    return (
      <span className={cells.cut} title={text}>
        {text}
      </span>
    )
  return <EventButton text={text} onOpen={() => openEditRule(row)} />
}

function PhoneRule({ row }: { row: AlertRule }) {
  const { t } = useTranslation('alerts')
  const state = row.not_evaluated !== null && row.enable ? 'ignored' : row.enable ? 'enabled' : 'disabled'
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <span className={cells.name}>{row.subtype}</span>
        <span className={cells.second}>
          {row.device_name} · {t(`rules.${state}`)}
        </span>
      </div>
      <RuleMenu rule={row} />
    </div>
  )
}
