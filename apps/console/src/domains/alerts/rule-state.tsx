import type { AlertRule } from '@longreach/contract/alerts/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { IconAlertTriangle } from '../../ui/icons.ts'
import { Switch } from '../../ui/switch.tsx'
import { Tip } from '../../ui/tip.tsx'
import classes from './alerts.module.css'
import { switchRule } from './change-rule.ts'

/** Whether a rule is enabled; marked if it is but raises nothing. */
export function RuleState({ rule, cell = false }: { rule: AlertRule; cell?: boolean }) {
  const { t } = useTranslation('alerts')
  const client = useQueryClient()
  const mayEdit = useCan('update_device_alert_configurations')
  const { id, enable, subtype, device_name, not_evaluated: reason } = rule
  const ignored = reason !== null && enable
  return (
    <span className={classes.state}>
      {mayEdit ? (
        <Switch
          bare
          label={t('rules.switch', { event: subtype, device: device_name })}
          checked={enable}
          tabIndex={cell ? -1 : undefined}
          onChange={(next) => void switchRule(id, next, client)}
        />
      ) : null}
      {ignored ? (
        <Tip label={reason}>
          <span className={classes.ignored}>
            <IconAlertTriangle size={14} stroke={1.8} aria-hidden="true" />
            {t('rules.ignored')}
          </span>
        </Tip>
      ) : (
        <span>{t(enable ? 'rules.enabled' : 'rules.disabled')}</span>
      )}
    </span>
  )
}
