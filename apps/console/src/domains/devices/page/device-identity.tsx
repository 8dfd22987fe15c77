import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { useTranslation } from 'react-i18next'
import { CopyValue } from '../../../ui/copy-value.tsx'
import { CompanyName } from '../../companies/public/company-name.tsx'
import { TagChip } from '../../tags/public/tag-chip.tsx'
import { SeenCell } from '../list/cells.tsx'
import { useLiveDevice } from '../list/live-states.ts'
import { statusOf } from '../public/status.ts'
import { StatusMark } from '../status-mark.tsx'
import classes from './device-identity.module.css'

/** Name, state and the numbers that support needs on the phone. */
export function DeviceIdentity({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('devices')
  const { status, offline_reason } = useLiveDevice(device)
  // The generated description of an added device repeats its serial number and age, which are shown here already.
  const described = device.description !== '' && !device.description.startsWith(`s/n ${device.serial}, added at`)
  return (
    <div className={classes.identity}>
      <div className={classes.line}>
        <h1 title={device.name}>{device.name}</h1>
        <span aria-live="polite">
          <StatusMark status={statusOf(status)} reason={offline_reason} />
        </span>
        {status === 0 ? <SeenCell row={device} /> : null}
      </div>
      <p className={classes.facts}>
        <span>{device.model ?? t('otherModel')}</span>
        <span>
          <CopyValue label={t('form.serial')} value={device.serial} />
        </span>
        {device.mac ? (
          <span>
            <CopyValue label={t('form.mac')} value={device.mac} />
          </span>
        ) : null}
        {device.imei ? (
          <span>
            <CopyValue label={t('form.imei')} value={device.imei} shown={t('imei', { value: device.imei })} />
          </span>
        ) : null}
        <span>
          <CompanyName id={device.company_id} name={device.company_name} />
        </span>
      </p>
      {device.tags.length > 0 ? (
        <p className={classes.tags}>
          {device.tags.map((tag) => (
            <TagChip key={tag.id} tag={tag} />
          ))}
        </p>
      ) : null}
      {described ? <p className={classes.description}>{device.description}</p> : null}
    </div>
  )
}
