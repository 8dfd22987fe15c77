import './texts.ts'
import { tagDevicesOfFile } from '@longreach/contract/devices/tag-endpoints'
import { tagFileForm } from '@longreach/contract/tags/forms'
import { useTranslation } from 'react-i18next'
import { callUpload } from '../../api/upload.ts'
import { showError } from '../../forms/error-window.tsx'
import { FormWindow } from '../../forms/form-window.tsx'
import { formatCount } from '../../ui/format.ts'

/** Assigns tags to the devices in a file; lines without a match are shown afterwards. */
export function TagFileWindow({ tag }: { tag: number | null }) {
  const { t } = useTranslation('tags')
  return (
    <FormWindow
      form={tagFileForm}
      values={{ first_parameter: 'serial', tag_id: tag === null ? [] : [tag] }}
      send={(body, files, onProgress) => callUpload(tagDevicesOfFile, body, files, onProgress)}
      done={(_, { data }) => t('manage.done', { count: data.devices, formatted: formatCount(data.devices) })}
      onDone={({ errors }) => errors.length > 0 && showError(errors.map(({ message }) => message))}
      errorsIn="window"
      reload={[['tags'], ['devices']]}
    />
  )
}
