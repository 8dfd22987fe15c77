import './texts.ts'
import type { ConfigPlan } from '@longreach/contract/configs/schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import classes from './apply-window.module.css'
import { type DifferenceLook, DifferenceView } from './versions/difference-view.tsx'

/** Calls that devices make to their own API: their result is not known in advance. */
function ApiCalls({ plan: { calls }, device }: { plan: ConfigPlan; device?: number }) {
  const { t } = useTranslation('configs')
  const first = calls.find(({ device_id }) => device === undefined || device_id === device)
  if (!first) return null
  return (
    <div className={classes.difference}>
      <div className={classes.bar}>
        <strong>{t('apply.calls', { name: first.name })}</strong>
      </div>
      <ol className={`${classes.calls} mono`}>
        {first.calls.map(({ method, route, request }, at) => (
          // Two calls may be equal, and the order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at}>
            <b>{method}</b> {route}
            {request === null ? null : <span>{request}</span>}
          </li>
        ))}
      </ol>
      <p className={classes.unknown}>{t('apply.callsText')}</p>
    </div>
  )
}

/** Content for one of the devices of a change: the difference to what it has, or all of it. */
export function Differences({ plan }: { plan: ConfigPlan }) {
  const { differences } = plan
  const { t } = useTranslation('configs')
  const phone = usePhone()
  const [look, setLook] = useState<DifferenceLook>('unified')
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = differences.find(({ device_id }) => String(device_id) === chosen) ?? differences[0]
  if (!shown && plan.calls.length > 0) return <ApiCalls plan={plan} />
  if (!shown) return <p className={classes.unknown}>{t('apply.noDifference')}</p>
  const known = shown.state === 'known'
  return (
    <div className={classes.difference}>
      <div className={classes.bar}>
        {differences.length > 1 ? (
          <Select
            label={t('apply.shownFor')}
            value={String(shown.device_id)}
            options={differences.map(({ device_id, name, state }) => ({
              value: String(device_id),
              label: state === 'known' ? name : t('apply.notRead', { name }),
            }))}
            onChange={setChosen}
          />
        ) : (
          <strong>{shown.name}</strong>
        )}
        {phone || !known ? null : (
          <Segmented
            label={t('difference.label')}
            value={look}
            options={[
              { value: 'unified', label: t('difference.unified') },
              { value: 'split', label: t('difference.split') },
            ]}
            onChange={setLook}
          />
        )}
      </div>
      {known ? null : <p className={classes.sent}>{t('apply.unknownDifference')}</p>}
      <DifferenceView difference={shown.difference} look={known ? look : 'unified'} />
      <ApiCalls plan={plan} device={shown.device_id} />
    </div>
  )
}
