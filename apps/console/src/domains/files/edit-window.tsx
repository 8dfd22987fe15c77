import './texts.ts'
import { updateFile } from '@longreach/contract/files/endpoints'
import { editFileForm } from '@longreach/contract/files/forms'
import type { FileRecord } from '@longreach/contract/files/schemas'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'

/** The description of a file. */
export function EditWindow({ file: { id, name, description } }: { file: FileRecord }) {
  const { t } = useTranslation('files')
  return (
    <FormWindow
      form={editFileForm}
      values={{ description }}
      send={(body) => call(updateFile, { params: { id }, body })}
      done={t('edited', { name })}
      reload={[['files']]}
    />
  )
}
