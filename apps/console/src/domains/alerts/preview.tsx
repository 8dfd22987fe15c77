import { sendsMail } from '@longreach/contract/alerts/constants'
import { type AlertEventId, alertEvent, alertEvents } from '@longreach/contract/alerts/events'
import { fillPlaceholders } from '@longreach/contract/alerts/placeholders'
import type { Values } from '@longreach/contract/forms/visible'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../ui/format.ts'
import { deviceChoicesQuery } from '../devices/public/device-field.ts'
import classes from './alerts.module.css'

interface Props {
  values: Values
  /** Name of the device that gets the rule; otherwise the first device selected in the form is used. */
  name?: string | undefined
}

const isEvent = (id: unknown): id is AlertEventId => typeof id === 'number' && id in alertEvents

/** Preview of the message that is delivered when the event happens. */
export function Preview({ values, name }: Props) {
  const { t } = useTranslation('alerts')
  const [first] = [values.device_id].flat()
  const asked = name === undefined && typeof first === 'number'
  const { data } = useQuery({ ...deviceChoicesQuery({ id: String(first) }), enabled: asked })
  const { alert_subtype_id: id, action, subject, message } = values
  const filled = (template: unknown) =>
    fillPlaceholders(String(template ?? ''), {
      name: name ?? (asked ? data?.[0]?.name : undefined) ?? t('preview.device'),
      type: isEvent(id) ? t(`type.${alertEvent(id).type}`) : t('preview.type'),
      event: isEvent(id) ? t(`event.${id}`) : t('preview.event'),
      time: formatDate(new Date()),
    })
  const text = filled(message)
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <div className={classes.previewName} aria-hidden="true">
        {t('preview.title')}
      </div>
      <div className={classes.previewBox}>
        {sendsMail(Number(action)) ? <strong>{filled(subject) || '—'}</strong> : null}
        <p>{text.trim() === '' ? t('preview.nothing') : text}</p>
      </div>
    </section>
  )
}
