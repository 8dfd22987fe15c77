import './texts.ts'
import { updateFile } from '@longreach/contract/files/endpoints'
import { editFileForm } from '@longreach/contract/files/forms'
import { updateImage } from '@longreach/contract/files/image-endpoints'
import type { ImageRecord } from '@longreach/contract/files/image-schemas'
import type { FileRecord } from '@longreach/contract/files/schemas'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'

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

export function EditImageWindow({ image: { id, name, description } }: { image: ImageRecord }) {
  const { t } = useTranslation('files')
  return (
    <FormWindow
      form={editFileForm}
      values={{ description }}
      send={(body) => call(updateImage, { params: { id }, body })}
      done={t('images.edited', { name })}
      reload={[['images']]}
    />
  )
}
