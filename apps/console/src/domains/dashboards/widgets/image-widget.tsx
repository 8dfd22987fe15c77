import { getDashboardImage } from '@longreach/contract/dashboards/endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fillPath } from '../../../api/address.ts'
import { apiBase } from '../../../api/call.ts'
import { formatValue } from '../format.ts'
import type { WidgetProps } from './kinds.ts'
import classes from './widgets.module.css'

export function ImageWidget({ widget, name, data }: WidgetProps<'image'>) {
  const { t } = useTranslation('dashboards')
  const { image_id, pins } = widget.options
  const [failed, setFailed] = useState(false)
  if (failed) return <p className={classes.nothing}>{t('values.noImage')}</p>
  const address = apiBase + fillPath(getDashboardImage.path, { ...data.params, image_id })
  return (
    <div className={classes.picture}>
      <div>
        <img src={address} alt={name} onError={() => setFailed(true)} draggable={false} />
        {pins.map((pin, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: its place is what it is
          <p key={index} style={{ left: `${pin.x}%`, top: `${pin.y}%` }}>
            {pin.label ? <span>{pin.label} </span> : null}
            <strong>{formatValue(pin.parameter, data.values?.values[pin.parameter])}</strong>
          </p>
        ))}
      </div>
    </div>
  )
}
