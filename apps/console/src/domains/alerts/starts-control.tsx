import { type AlertPeriod, periodStarts } from '@longreach/contract/alerts/constants'
import type { NumberField } from '@longreach/contract/forms/fields'
import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type ControlProps, facts } from '../../forms/controls/control.ts'
import { Select } from '../../ui/select.tsx'

const words: Record<AlertPeriod, (t: TFunction<'alerts'>, start: number) => string> = {
  day: (t, hour) => t('form.hour', { hour: String(hour).padStart(2, '0') }),
  week: (t, day) => t(`weekdays.${String(day) as '1'}`),
  month: (_, day) => String(day),
}

/** Start of the period of a data limit: an hour, a day of the week or of the month. */
export function StartsControl({ field, value, values, onChange, error }: ControlProps<NumberField>) {
  const { t } = useTranslation('alerts')
  const period = (values.period ?? 'day') as AlertPeriod
  const { min, max } = periodStarts[period]
  const fits = typeof value === 'number' && value >= min && value <= max
  // The start of one period is invalid for another.
  useEffect(() => {
    if (!fits) onChange(min)
  }, [fits, min, onChange])
  return (
    <Select
      {...facts(field)}
      value={fits ? String(value) : null}
      options={Array.from({ length: max - min + 1 }, (_, at) => ({
        value: String(min + at),
        label: words[period](t, min + at),
      }))}
      error={error}
      onChange={(start) => onChange(Number(start))}
    />
  )
}
