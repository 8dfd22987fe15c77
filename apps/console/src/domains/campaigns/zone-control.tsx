import type { TextField } from '@longreach/contract/forms/fields'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ControlProps, facts } from '../../forms/controls/control.ts'
import { Select } from '../../ui/select.tsx'
import { zoneOptions } from '../../ui/zone-options.ts'

/** The time zone of hours. A draft may have a zone that this browser does not list. */
export function ZoneControl({ field, value, onChange, error }: ControlProps<TextField>) {
  const { t } = useTranslation('forms')
  const zone = typeof value === 'string' && value !== '' ? value : null
  const options = useMemo(() => zoneOptions(...(zone === null ? [] : [zone])), [zone])
  const { label, required } = facts(field)
  return (
    <Select
      label={label}
      required={required}
      value={zone}
      options={options}
      onChange={onChange}
      searchable
      emptyText={t('pick.none')}
      error={error}
    />
  )
}
