import type { Exclusion, FirmwarePreview } from '@longreach/contract/firmware/schemas'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../api/error.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { formatBytes, formatCount } from '../../../ui/format.ts'
import classes from './preview.module.css'
import type { Consent } from './queries.ts'

interface Props {
  preview: FirmwarePreview | undefined
  /** It belongs to another image or consent. */
  stale: boolean
  error: Error | null
  /** Without it, the preview asks for no consent. */
  agreement?: { consent: Consent; onConsent: (consent: Consent) => void }
}

/** Preview of the update: devices, bytes, devices left out with the reason, and the consent it requires. */
export function Preview({ preview, stale, error, agreement }: Props) {
  const { t } = useTranslation('firmware')
  if (error)
    return (
      <p className={classes.error} role="alert">
        {t('update.unchecked', { reason: messageOf(error) })}
      </p>
    )
  if (!preview) return <p className={classes.muted}>{t('update.checking')}</p>
  const { newer, metered, bytes_each } = preview
  const counted = (count: number) => ({ count, formatted: formatCount(count) })
  return (
    <section className={classes.preview} aria-busy={stale}>
      <Summary preview={preview} />
      {agreement && newer > 0 ? (
        <Checkbox
          showLabel
          label={t('update.downgrade', counted(newer))}
          checked={agreement.consent.downgrade}
          onChange={() => agreement.onConsent({ ...agreement.consent, downgrade: !agreement.consent.downgrade })}
        />
      ) : null}
      {agreement && metered > 0 ? (
        <Checkbox
          showLabel
          label={t('update.metered', { ...counted(metered), size: formatBytes(bytes_each) })}
          checked={agreement.consent.metered}
          onChange={() => agreement.onConsent({ ...agreement.consent, metered: !agreement.consent.metered })}
        />
      ) : null}
      <LeftOut excluded={preview.excluded} />
    </section>
  )
}

function Summary({ preview: { devices, selected, offline, bytes, bytes_each } }: { preview: FirmwarePreview }) {
  const { t } = useTranslation('firmware')
  const of = formatCount(selected)
  const parts = [
    offline > 0 && t('update.offline', { count: offline, formatted: formatCount(offline) }),
    devices === 1 && t('update.bytesOne', { all: formatBytes(bytes) }),
    devices > 1 && t('update.bytes', { each: formatBytes(bytes_each), all: formatBytes(bytes) }),
  ].filter((part) => part !== false)
  return (
    <p className={classes.summary} role="status">
      <strong>
        {selected === 1
          ? t(devices === 0 ? 'update.resultNot' : 'update.resultOnly')
          : devices === 0
            ? t('update.resultNone', { selected: of })
            : t('update.result', { count: devices, formatted: formatCount(devices), selected: of })}
      </strong>
      {parts.length > 0 ? <span>{parts.join(' · ')}</span> : null}
    </p>
  )
}

function LeftOut({ excluded }: { excluded: readonly Exclusion[] }) {
  const { t } = useTranslation('firmware')
  const total = excluded.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  return (
    <div className={classes.left}>
      <p>{t('update.left', { count: total, formatted: formatCount(total) })}</p>
      <ul>
        {excluded.map((one) => (
          <Reason key={one.code} exclusion={one} />
        ))}
      </ul>
    </div>
  )
}

function Reason({ exclusion: { code, message, count, devices } }: { exclusion: Exclusion }) {
  const { t } = useTranslation('firmware')
  const [open, setOpen] = useState(count === 1)
  const others = count - devices.length
  // A reason that only a newer server knows is shown in the words of the server.
  const title = t(`update.reasons.${code as 'METERED'}`, { defaultValue: message })
  return (
    <li>
      <button type="button" className={classes.reason} aria-expanded={open} onClick={() => setOpen(!open)}>
        <strong>{formatCount(count)}</strong>
        <span>{title}</span>
        <IconChevronDown size={15} stroke={1.7} className={classes.chevron} />
      </button>
      {open ? (
        <ul className={classes.devices}>
          {devices.length === 0 ? <li>{message}</li> : devices.map((one) => <li key={one.id}>{one.message}</li>)}
          {others > 0 && devices.length > 0 ? (
            <li>{t('update.others', { count: others, formatted: formatCount(others) })}</li>
          ) : null}
        </ul>
      ) : null}
    </li>
  )
}
