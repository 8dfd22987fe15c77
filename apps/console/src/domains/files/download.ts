import { downloadFile, downloadFiles } from '@longreach/contract/files/endpoints'
import { fillPath } from '../../api/address.ts'
import { saveFile } from '../../tables/download.ts'

export const downloadOne = ({ id, name }: { id: number; name: string }): void =>
  saveFile(fillPath(downloadFile.path, { id }), name)

/** Downloads several files as one archive. */
export const downloadAll = (ids: readonly number[]): void =>
  saveFile(downloadFiles.path, 'files.zip', { files: [...ids] })
