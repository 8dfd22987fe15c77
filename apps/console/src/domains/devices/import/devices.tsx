import './texts.ts'
import { previewImport } from '@longreach/contract/devices/import-endpoints'
import { importDevicesForm } from '@longreach/contract/devices/import-forms'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { callUpload } from '../../../api/upload.ts'
import { FormWindow } from '../../../forms/form-window.tsx'
import { CompanyControl } from '../../companies/public/company-control.tsx'
import { TagsControl } from '../../tags/public/tags-control.tsx'
import classes from './devices.module.css'
import { ImportPreview, type ImportRequest } from './preview.tsx'

const controls = { company_id: CompanyControl, tag_id: TagsControl }

const template = `data:text/csv;charset=utf-8,${encodeURIComponent('serial,mac,imei,name,password,tags\r\n')}`

/** Checks a file with new devices, then shows its contents. */
export function ImportDevices({ company }: { company: number | null }) {
  const { t } = useTranslation('importDevices')
  const request = useRef<ImportRequest>(null)
  return (
    <FormWindow
      form={importDevicesForm}
      values={{ company_id: company, device_series: 'rut' }}
      controls={controls}
      send={(body, files, onProgress) => {
        request.current = { body, files }
        return callUpload(previewImport, body, files, onProgress)
      }}
      done={null}
      reload={false}
      after={(_, { data }, back) =>
        request.current ? <ImportPreview preview={data} request={request.current} onBack={back} /> : null
      }
    >
      <a className={classes.link} href={template} download="devices.csv">
        {t('template')}
      </a>
    </FormWindow>
  )
}
