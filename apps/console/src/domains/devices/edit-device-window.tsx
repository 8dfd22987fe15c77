import { updateDevice } from '@longreach/contract/devices/endpoints'
import { editDeviceForm } from '@longreach/contract/devices/forms'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { TagsControl } from '../tags/public/tags-control.tsx'

const controls = { tag_id: TagsControl }

/** Name, description, tags, intervals and position of a device, online or not. */
export function EditDeviceWindow({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('devices')
  return (
    <FormWindow
      form={editDeviceForm}
      values={{ ...device, tag_id: device.tags.map(({ id }) => id) }}
      controls={controls}
      send={(body) => call(updateDevice, { params: { id: device.id }, body })}
      done={({ name }) => t('edit.done', { name })}
      reload={[['devices'], ['tags']]}
    />
  )
}
