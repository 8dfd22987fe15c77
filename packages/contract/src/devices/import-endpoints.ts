import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { text } from '../i18n.ts'
import { id, idText } from '../ids.ts'
import { flagText } from '../page.ts'
import { separatorField } from '../separator.ts'
import { taggingLimits } from '../tags/constants.ts'
import { deviceSeries } from './constants.ts'
import { importFile } from './import-forms.ts'
import { createdEnrolmentKeySchema } from './schemas.ts'

const body = z.object({
  /** Type of the file; its content decides. Workbooks are read as `.xlsx`, whatever their type is called. */
  type: z.optional(z.enum(['csv', 'xls', 'xlsx'])),
  company_id: idText('company'),
  device_series: z.enum(deviceSeries, text('forms.choose')),
  /** The devices are added by their labels, and enrol with one key for all. For administrators of companies. */
  add_without_password: z.optional(flagText()),
  auto_credit_enable: z.optional(flagText()),
  tag_id: z.optional(z.array(idText('tag')).check(z.maxLength(taggingLimits.tags))),
})

const upload = {
  method: 'POST',
  permission: 'create_devices',
  kind: 'upload',
  files: { file: importFile },
  body,
} as const

const counts = {
  /** Number of rows in the file. */
  total: z.int(),
  /** Number of rows with errors. */
  failed: z.int(),
}

/** Errors of rows: `data.<line>.<column>` and a message. */
const rowErrors = z.array(z.object({ source: z.string(), line: z.int(), column: z.string(), message: z.string() }))

export const previewImport = endpoint({
  ...upload,
  name: 'devices.preview_import',
  path: '/devices/import/preview',
  summary: 'Check a file with new devices; nothing is added. The first errors are listed',
  response: z.object({ ...counts, error_count: z.int(), errors: rowErrors }),
})

export const importDevices = endpoint({
  ...upload,
  name: 'devices.import',
  path: '/devices/import',
  summary:
    'Add the devices of a CSV file or of the first sheet of a workbook (.xlsx). Its first line names the columns: serial, mac or imei, password, and as needed name and tags. Rows with errors are left out and can be downloaded',
  status: 201,
  response: z.object({
    id: id('device_import'),
    ...counts,
    /** The key with which all devices without a password enrol. Shown once. */
    enrolment_key: z.nullable(createdEnrolmentKeySchema),
  }),
  meta: z.object({ channel: z.string() }),
})

export const downloadFailedRows = endpoint({
  name: 'devices.failed_rows',
  method: 'GET',
  path: '/devices/imports/{id}/failed',
  summary:
    'Download the rows of an import that failed, as CSV with the reason of each; it can be imported again. Only the first download has the passwords',
  permission: 'create_devices',
  kind: 'download',
  params: z.object({ id: idText('device_import') }),
  query: z.object(separatorField),
  response: z.string(),
})
