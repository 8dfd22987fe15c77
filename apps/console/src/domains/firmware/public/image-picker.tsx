import { imageGroups } from '@longreach/contract/firmware/constants'
import type { FirmwareImage } from '@longreach/contract/firmware/schemas'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatCount } from '../../../ui/format.ts'
import classes from './image-picker.module.css'

interface Props {
  images: readonly FirmwareImage[]
  /** Number of devices. */
  selected: number
  value: number | null
  onChange: (file: number) => void
}

/** Images for the devices, the recommended ones first. */
export function ImagePicker({ images, selected, value, onChange }: Props) {
  const { t } = useTranslation('firmware')
  const name = useId()
  return (
    <fieldset className={classes.picker}>
      <legend>
        {t('update.image')}
        <span aria-hidden="true"> *</span>
      </legend>
      <div className={classes.list}>
        {imageGroups.map((group) => {
          const rows = images.filter((image) => image.group === group)
          if (rows.length === 0) return null
          return (
            <div key={group} className={classes.group}>
              <h3>{t(`update.groups.${group}`)}</h3>
              {rows.map((image) => (
                <label key={image.file_id} className={classes.image}>
                  <input
                    type="radio"
                    name={name}
                    checked={image.file_id === value}
                    onChange={() => onChange(image.file_id)}
                  />
                  <span className={classes.name}>
                    <strong className="mono">{image.version ?? image.name}</strong>
                    <small>{facts(image)}</small>
                  </span>
                  <small className={classes.fits}>
                    {selected > 1
                      ? t('update.fits', { devices: formatCount(image.devices), selected: formatCount(selected) })
                      : null}
                  </small>
                </label>
              ))}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

/** Model, size and owner. */
const facts = ({ device_model, size, company_id, company_name, description }: FirmwareImage): string =>
  [device_model, formatBytes(size), company_id === 0 ? null : company_name, description].filter(Boolean).join(' · ')
