import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { newEnrolmentKeyForm } from '@longreach/contract/devices/forms'
import { call } from '../../../api/call.ts'
import { FormWindow } from '../../../forms/form-window.tsx'
import { CompanyControl } from '../../companies/public/company-control.tsx'
import { TagsControl } from '../../tags/public/tags-control.tsx'
import { EnrolmentLine } from './enrolment-line.tsx'

const controls = { company_id: CompanyControl, tag_id: TagsControl }

/** Default number of devices for an install command for many. */
const usualNumber = 50

interface Props {
  company: number | null
  /** The only device that may use the command. */
  device?: { serial: string; mac: string | null }
  /** One command for several devices. */
  many?: boolean
}

/** Creates an enrolment key, then shows the install command with it. */
export function AddByLine({ company, device, many = false }: Props) {
  return (
    <FormWindow
      form={newEnrolmentKeyForm}
      values={{ company_id: company, many, uses: many ? usualNumber : 1, expires_in: 86_400, ...device }}
      controls={controls}
      send={(body) => call(createEnrolmentKey, { body })}
      reload={false}
      after={({ uses = 1 }, { data }, back) => <EnrolmentLine created={data} total={uses} onAnother={back} />}
    />
  )
}
