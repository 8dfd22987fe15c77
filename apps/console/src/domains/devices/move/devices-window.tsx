import './texts.ts'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { moveDevicesForm } from '@longreach/contract/devices/forms'
import { moveDevices } from '@longreach/contract/devices/move-endpoints'
import type { ItemField } from '@longreach/contract/forms/fields'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { type ControlProps, facts } from '../../../forms/controls/control.ts'
import { FormWindow } from '../../../forms/form-window.tsx'
import { notifyUnchanged } from '../../../tables/lazy/notify-unchanged.ts'
import { countBy, living, useRecount } from '../../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../../tables/selected-rows.ts'
import { formatCount } from '../../../ui/format.ts'
import { Select } from '../../../ui/select.tsx'
import { useCompanyOptions } from '../../companies/public/use-company-options.ts'
import { DeviceMoveLosses } from './losses.tsx'

interface Props {
  selected: SelectedRows
  /** Runs once at least one device was moved. */
  done: (() => void) | undefined
}

const controls = { company_id: CompanyControl }
const countNow = countBy(listDevices)

/** Moves devices to another company, after listing what does not move along. */
export function MoveDevicesWindow({ selected, done }: Props) {
  const { t } = useTranslation('moveDevices')
  const recount = useRecount(selected, countNow, { slack: living })
  return (
    <FormWindow
      form={moveDevicesForm}
      controls={controls}
      send={async (body) => {
        await recount()
        return call(moveDevices, { body: { ...rowsOf('device_id', selected), ...body } })
      }}
      done={(_, { data }) => t('done', { count: data.length, formatted: formatCount(data.length) })}
      onDone={({ errors }) => {
        notifyUnchanged(errors)
        done?.()
      }}
      reload={[['devices'], ['companies'], ['tags']]}
      intro={<p>{t('text', { count: selected.count })}</p>}
    >
      {({ company_id }) =>
        typeof company_id === 'number' ? <DeviceMoveLosses selected={selected} company={company_id} /> : null
      }
    </FormWindow>
  )
}

function CompanyControl({ field, value, onChange, error }: ControlProps<ItemField>) {
  const company = typeof value === 'number' ? String(value) : null
  const { options, onSearch } = useCompanyOptions(company)
  return (
    <Select
      {...facts(field)}
      searchable
      value={company}
      options={options}
      error={error}
      onSearch={onSearch}
      onChange={(id) => onChange(Number(id))}
    />
  )
}
