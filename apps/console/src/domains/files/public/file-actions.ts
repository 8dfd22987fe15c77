export { deleteFilesAfterAsking } from '../delete-rows.ts'
export { downloadAll, downloadOne } from '../download.ts'
export { openAddFile } from '../open-windows.tsx'
export { UploadPanel } from '../upload-panel.tsx'
