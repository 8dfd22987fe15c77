import './texts.ts'
import { authorizeDevice, authorizeFile } from '@longreach/contract/devices/authorized-endpoints'
import { authorizeDeviceForm, authorizeFileForm } from '@longreach/contract/devices/authorized-forms'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { callUpload } from '../../../api/upload.ts'
import { showError } from '../../../forms/error-window.tsx'
import { FormWindow } from '../../../forms/form-window.tsx'
import { formatCount } from '../../../ui/format.ts'

const reload = [['authorized-devices']]

export function AuthorizeDeviceWindow() {
  const { t } = useTranslation('authorized')
  return (
    <FormWindow
      form={authorizeDeviceForm}
      send={(body) => call(authorizeDevice, { body })}
      done={t('added')}
      reload={reload}
    />
  )
}

/** Approves the devices in a file; lines with errors are shown afterwards. */
export function AuthorizeFileWindow() {
  const { t } = useTranslation('authorized')
  return (
    <FormWindow
      form={authorizeFileForm}
      send={(body, files, onProgress) => callUpload(authorizeFile, body, files, onProgress)}
      done={(_, { data }) => t('file.done', { count: data.added, formatted: formatCount(data.added) })}
      onDone={({ errors }) => errors.length > 0 && showError(errors.map(({ message }) => message))}
      errorsIn="window"
      reload={reload}
    />
  )
}
