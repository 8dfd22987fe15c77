import './texts.ts'
import { type ApiDocument, uploadApiDocument } from '@longreach/contract/configs/document-endpoints'
import { uploadDocumentForm } from '@longreach/contract/configs/document-forms'
import { useTranslation } from 'react-i18next'
import { callUpload } from '../../../api/upload.ts'
import { FormWindow } from '../../../forms/form-window.tsx'

/** Uploads the document of a system, or replaces it. */
export function UploadDocumentWindow({ replace }: { replace?: ApiDocument['system'] | undefined }) {
  const { t } = useTranslation('documents')
  return (
    <FormWindow
      form={uploadDocumentForm}
      values={replace ? { system: replace, overwrite: true } : {}}
      send={(body, files, onProgress) => callUpload(uploadApiDocument, body, files, onProgress)}
      done={(_, { data: { system, title, version } }) =>
        t('form.done', { system: t(`system.${system}`), title, version })
      }
      reload={[['api-documents']]}
    />
  )
}
