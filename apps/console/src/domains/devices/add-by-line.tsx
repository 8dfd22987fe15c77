import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { newEnrolmentKeyForm } from '@longreach/contract/devices/forms'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { CompanyControl } from '../companies/public/company-control.tsx'
import { EnrolmentLine } from './enrolment-line.tsx'

const controls = { company_id: CompanyControl }

interface Props {
  company: number | null
  /** The only one that the command is for. */
  device?: { serial: string; mac: string | null }
}

/** Creates an enrolment key, then shows the install command with it. */
export function AddByLine({ company, device }: Props) {
  return (
    <FormWindow
      form={newEnrolmentKeyForm}
      values={{ company_id: company, uses: 1, expires_in: 86_400, ...device }}
      controls={controls}
      send={(body) => call(createEnrolmentKey, { body })}
      reload={false}
      after={(_, { data }, back) => <EnrolmentLine created={data} onAnother={back} />}
    />
  )
}
