import './texts.ts'
import type { ApiDocument } from '@longreach/contract/configs/document-endpoints'
import i18next from 'i18next'
import { lazy } from '../../../ui/lazy.ts'
import { windows } from '../../../windows/store.ts'

const DocumentsWindow = lazy(() => import('./window.tsx').then((file) => ({ default: file.DocumentsWindow })))
const UploadDocumentWindow = lazy(() =>
  import('./upload-document-window.tsx').then((file) => ({ default: file.UploadDocumentWindow })),
)

const help = 'multiconfig'

export function openDocuments(): void {
  windows.open({
    id: 'api-documents',
    title: i18next.t('documents:title'),
    width: 640,
    help,
    content: <DocumentsWindow />,
  })
}

/** Uploads an API document; with `replace`, in place of the one of that system. */
export function openUploadDocument(replace?: ApiDocument['system']): void {
  windows.open({
    id: 'api-document-upload',
    title: i18next.t('documents:form.title'),
    width: 520,
    help,
    content: <UploadDocumentWindow key={replace ?? ''} replace={replace} />,
  })
}
