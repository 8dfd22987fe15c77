import './texts.ts'
import type { AlertRule } from '@longreach/contract/alerts/schemas'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/format.ts'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { Tip } from '../../ui/tip.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions } from '../../windows/window-parts.tsx'
import { deviceQuery } from '../devices/public/device-query.ts'
import classes from './alerts.module.css'
import { openAddAlert, openAlert, openEditRule } from './open-windows.tsx'
import { AlertLines } from './public/alert-lines.tsx'
import { deviceAlertsQuery, deviceRulesQuery } from './queries.ts'
import { RuleMenu } from './rule-menu.tsx'
import { RuleState } from './rule-state.tsx'
import { detailOf, receiversOf } from './rule-words.ts'
import { useAlertNews } from './use-alert-news.ts'

const few = 5
const most = 50

interface Props {
  device: { id: number; name: string }
}

export function DeviceAlertsWindow({ device }: Props) {
  const { t } = useTranslation('alerts')
  const { close } = useWindow()
  const navigate = useNavigate()
  const seesRules = useCan('view_device_alert_configurations')
  const seesAlerts = useCan('view_device_alerts')
  useAlertNews(device.id)
  const toAll = () => {
    close()
    void navigate({ to: '/management/alerts', search: { device_id: String(device.id) } as never })
  }
  return (
    <>
      <div className={classes.window}>
        {seesRules ? <Rules device={device} /> : null}
        {seesAlerts ? <Latest device={device} /> : null}
      </div>
      <WindowActions>
        {seesAlerts ? (
          <Button look="quiet" className={classes.first ?? ''} onClick={toAll}>
            {t('device.all')}
          </Button>
        ) : null}
        <Button onClick={close}>{t('device.close')}</Button>
        <AddButton device={device} />
      </WindowActions>
    </>
  )
}

/** Disabled, with the reason, for devices that accept no rules. */
function AddButton({ device: { id, name } }: Props) {
  const { t } = useTranslation('alerts')
  const mayAdd = useCan('create_device_alert_configurations')
  const { data } = useQuery(deviceQuery(id))
  if (!mayAdd) return null
  const { has_rutos = false, has_legacy_alerts = false } = data?.capabilities ?? {}
  const refused = has_rutos && !has_legacy_alerts && Boolean(data?.firmware)
  return (
    <Tip label={t('device.automations')} disabled={!refused}>
      <Button
        look="primary"
        aria-disabled={refused || undefined}
        onClick={() => {
          if (!refused) openAddAlert(only(id, name))
        }}
      >
        {t('add')}
      </Button>
    </Tip>
  )
}

function Rules({ device }: Props) {
  const { t } = useTranslation('alerts')
  const mayAdd = useCan('create_device_alert_configurations')
  const { data: rules, error, refetch } = useQuery(deviceRulesQuery(device.id))
  if (error && !rules)
    return <ErrorState title={t('device.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  return (
    <section aria-labelledby={`rules-of-${device.id}`}>
      <h3 id={`rules-of-${device.id}`}>{t('device.rules')}</h3>
      {rules?.length === 0 ? (
        <EmptyState
          icon={<IconAlertTriangle size={22} stroke={1.6} />}
          title={t('device.none')}
          text={t(mayAdd ? 'device.noneText' : 'device.noneView')}
        />
      ) : (
        <ul className={classes.rules}>
          {rules?.map((rule) => (
            <RuleRow key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
    </section>
  )
}

function RuleRow({ rule }: { rule: AlertRule }) {
  const { t } = useTranslation('alerts')
  const mayEdit = useCan('update_device_alert_configurations')
  const { last_alert_at: last } = rule
  const facts = [
    detailOf(rule),
    receiversOf(rule),
    last === null ? t('device.noLast') : t('device.last', { time: formatMoment(last) }),
  ]
  return (
    <li className={classes.rule}>
      <div className={classes.text}>
        {mayEdit ? (
          <button type="button" title={rule.subtype} onClick={() => openEditRule(rule)}>
            {rule.subtype}
          </button>
        ) : (
          <strong title={rule.subtype}>{rule.subtype}</strong>
        )}
        <span>{facts.filter((fact) => fact !== '').join(' · ')}</span>
        {rule.enable && rule.not_evaluated !== null ? (
          <span className={classes.reason}>{rule.not_evaluated}</span>
        ) : null}
      </div>
      <RuleState rule={rule} />
      <RuleMenu rule={rule} ofDevice />
    </li>
  )
}

function Latest({ device }: Props) {
  const { t } = useTranslation('alerts')
  const [limit, setLimit] = useState(few)
  const { data, error, refetch } = useQuery(deviceAlertsQuery(device.id, limit))
  const { alerts = [], total = 0 } = data ?? {}
  if (error && !data)
    return <ErrorState title={t('device.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  return (
    <section aria-labelledby={`alerts-of-${device.id}`}>
      <h3 id={`alerts-of-${device.id}`}>{t('device.latest')}</h3>
      {data && alerts.length === 0 ? (
        <p className={classes.quiet}>{t('device.noAlerts')}</p>
      ) : (
        <AlertLines label={t('device.latest')} alerts={alerts} onOpen={openAlert} />
      )}
      {total > alerts.length && limit < most ? (
        <Button size="small" look="quiet" onClick={() => setLimit(most)}>
          {t('device.more')}
        </Button>
      ) : null}
    </section>
  )
}
