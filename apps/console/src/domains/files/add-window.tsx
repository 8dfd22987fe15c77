import './texts.ts'
import type { UploadType } from '@longreach/contract/files/constants'
import { newFileForm, newGlobalFileForm, newImageForm } from '@longreach/contract/files/forms'
import { FormWindow } from '../../forms/form-window.tsx'
import { CompanyControl } from '../companies/public/company-control.tsx'
import { addUploads } from './uploads.ts'

const controls = { company_id: CompanyControl }

/** The form succeeds at once: the uploads continue in the page. */
const started = async () => ({ data: {}, meta: {}, errors: [], at: Date.now() })

interface GlobalProps {
  files: readonly File[]
}

interface Props extends GlobalProps {
  company: number | null
}

export function AddWindow({ company, files, type: given }: Props & { type?: UploadType | undefined }) {
  return (
    <FormWindow
      form={newFileForm}
      values={{ company_id: company, type: given ?? guessType(files), file: files }}
      controls={controls}
      send={({ company_id, type, description }, { file = [] }) => {
        addUploads(file, { company_id, type, description })
        return started()
      }}
      done={null}
      reload={false}
    />
  )
}

/** Archives are usually backups. */
const guessType = (files: readonly File[]) =>
  files.length > 0 && files.every(({ name }) => /\.(tar\.gz|tgz)$/i.test(name)) ? 'config' : 'firmware'

/** Uploads firmware for all companies. */
export function AddGlobalWindow({ files }: GlobalProps) {
  return (
    <FormWindow
      form={newGlobalFileForm}
      values={{ file: files }}
      send={({ description }, { file = [] }) => {
        addUploads(file, { company_id: null, type: 'global_firmware', description })
        return started()
      }}
      done={null}
      reload={false}
    />
  )
}

export function AddImagesWindow({ company, files }: Props) {
  return (
    <FormWindow
      form={newImageForm}
      values={{ company_id: company, image: files }}
      controls={controls}
      send={({ company_id, description }, { image = [] }) => {
        addUploads(image, { company_id, type: 'image', description })
        return started()
      }}
      done={null}
      reload={false}
    />
  )
}
