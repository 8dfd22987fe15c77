import './texts.ts'
import type { DeviceConfig } from '@longreach/contract/configs/schemas'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { IconAdjustments, IconListDetails } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import { Ago } from '../../ui/ago.tsx'
import { Button } from '../../ui/button.tsx'
import classes from './config-state.module.css'
import { changeDrift, driftChanges, driftIcons } from './drift-change.tsx'
import { DriftMark } from './drift-mark.tsx'
import { openChange, openConfigLog } from './open-windows.tsx'
import { ReadButton } from './read-button.tsx'
import { differs } from './versions/history.ts'

interface Props {
  device: DeviceDetails
  config: DeviceConfig
}

/** Drift of a device as of its last reading, with the actions that resolve it. */
export function ConfigState({ device, config }: Props) {
  const { t } = useTranslation('configs')
  const client = useQueryClient()
  const mayApply = useCan('apply_multi_configuration')
  const { state, unread, read_at, running_seq, intended_seq } = config
  const { id, name } = device
  const text = unread
    ? state === 'ignored'
      ? 'unreadIgnored'
      : 'unread'
    : state === 'drifted' && !mayApply
      ? 'driftedView'
      : state
  // An ignored drift cannot be ignored again; an unread configuration can only be ignored.
  const changes = driftChanges.filter((change) =>
    change === 'ignore' ? state === 'drifted' : differs(state) && !unread,
  )
  return (
    <section className={classes.card} data-state={state} aria-label={t('title')}>
      <div className={classes.about}>
        <p className={classes.line} role="status">
          <DriftMark state={state} />
          <span className={classes.read}>
            {t('history.readAt')} <Ago time={read_at} />
          </span>
        </p>
        <p className={classes.text}>{t(`history.states.${text}`, { running: running_seq, intended: intended_seq })}</p>
        {mayApply && changes.length > 0 ? (
          <div className={classes.buttons}>
            {changes.map((change) => {
              const Icon = driftIcons[change]
              return (
                <Button
                  key={change}
                  size="small"
                  icon={<Icon size={16} stroke={1.6} />}
                  onClick={() => void changeDrift(change, { ids: [id], name }, client)}
                >
                  {t(`drift.${change}.action`)}
                </Button>
              )
            })}
          </div>
        ) : null}
      </div>
      <div className={classes.buttons}>
        <Button icon={<IconListDetails size={17} stroke={1.6} />} onClick={() => openConfigLog(device)}>
          {t('log.action')}
        </Button>
        <ReadButton device={device} />
        {mayApply ? (
          <Button icon={<IconAdjustments size={17} stroke={1.6} />} onClick={() => openChange(only(id, name))}>
            {t('history.configure')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
