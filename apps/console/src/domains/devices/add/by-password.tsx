import { createDevices } from '@longreach/contract/devices/endpoints'
import { newDeviceForm } from '@longreach/contract/devices/forms'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { FormWindow } from '../../../forms/form-window.tsx'
import { CompanyControl } from '../../companies/public/company-control.tsx'
import { TagsControl } from '../../tags/public/tags-control.tsx'

const controls = { company_id: CompanyControl, tag_id: TagsControl }

/** Announces a device by its label and its current password; it is admitted when it connects. */
export function AddByPassword({ company }: { company: number | null }) {
  const { t } = useTranslation('devices')
  return (
    <FormWindow
      form={newDeviceForm}
      values={{ company_id: company, device_series: 'rut' }}
      controls={controls}
      send={(body) => call(createDevices, { body: { data: [body] } })}
      done={t('password.done')}
      reload={[['devices']]}
    />
  )
}
