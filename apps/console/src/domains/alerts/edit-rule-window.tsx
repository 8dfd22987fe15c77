import './texts.ts'
import { alertLimits } from '@longreach/contract/alerts/constants'
import { updateAlertRule } from '@longreach/contract/alerts/endpoints'
import { hasArea } from '@longreach/contract/alerts/events'
import type { AlertRule } from '@longreach/contract/alerts/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useCan } from '../../api/session.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { Loaded } from '../../forms/loaded.tsx'
import record from '../../ui/record.module.css'
import { editAlertFormOf } from './forms-by-permission.ts'
import { controls } from './new-alert-window.tsx'
import { Preview } from './preview.tsx'
import { ruleQuery, rulesKey } from './queries.ts'

/** Changes a rule; its device and its event cannot be changed. */
export const EditRuleWindow = ({ id }: { id: number }) => (
  <Loaded query={ruleQuery(id)}>{(rule) => <EditRuleForm rule={rule} />}</Loaded>
)

function EditRuleForm({ rule }: { rule: AlertRule }) {
  const { t } = useTranslation('alerts')
  const located = useCan('view_device_location')
  const form = useMemo(() => editAlertFormOf(located), [located])
  const { id, alert_subtype_id: event, not_evaluated, device_name, redundancy_interval, email_to: email } = rule
  const notice = not_evaluated ?? (hasArea(event) && !located ? t('edit.noArea') : null)
  return (
    <FormWindow
      form={form}
      controls={controls}
      intro={notice === null ? null : <p className={record.notice}>{notice}</p>}
      values={{
        ...rule,
        email: email ?? '',
        redundancy_interval: redundancy_interval ?? alertLimits.redundancy.default,
      }}
      send={(body) => call(updateAlertRule, { params: { id }, body })}
      done={t('edit.done')}
      reload={[rulesKey, ['sims'], ['devices']]}
    >
      {(values) => <Preview values={{ ...values, alert_subtype_id: event }} name={device_name} />}
    </FormWindow>
  )
}
