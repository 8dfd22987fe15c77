import './texts.ts'
import { simForm } from '@longreach/contract/monitoring/forms'
import { updateSim } from '@longreach/contract/monitoring/usage-endpoints'
import type { Sim } from '@longreach/contract/monitoring/usage-schemas'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { FormWindow } from '../../../forms/form-window.tsx'
import { LimitControl } from './limit-control.tsx'
import { nameOfSim, zoneName } from './usage.ts'

const controls = { data_limit: LimitControl }

/** The data limit of a SIM, and the day of the month on which its provider restarts the count. */
export function EditSimWindow({ id, sim }: { id: number; sim: Sim }) {
  const { t } = useTranslation('usage')
  const { modem, sim_id, data_limit, billing_day } = sim
  return (
    <FormWindow
      form={simForm}
      values={{ data_limit, billing_day }}
      controls={controls}
      send={(body) => call(updateSim, { params: { id, modem, sim_id }, body: { ...body, time_zone: zoneName() } })}
      done={() => t('edit.done', { sim: nameOfSim(modem, sim_id) })}
      reload={[['devices']]}
    />
  )
}
