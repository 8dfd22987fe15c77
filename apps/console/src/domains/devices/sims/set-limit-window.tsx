import './texts.ts'
import { simLimitsForm } from '@longreach/contract/monitoring/forms'
import { listFleetSims, setSimLimits } from '@longreach/contract/monitoring/sim-endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { FormWindow } from '../../../forms/form-window.tsx'
import { countBy, useRecount } from '../../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../../tables/selected-rows.ts'
import { formatCount } from '../../../ui/format.ts'
import { LimitControl } from '../usage/limit-control.tsx'
import { zoneName } from '../usage/usage.ts'

const controls = { data_limit: LimitControl }

export type LimitValues = Record<'data_limit' | 'billing_day', number | null>

interface Props {
  selected: SelectedRows
  /** Present values of a single SIM. */
  values: LimitValues | undefined
  done: (() => void) | undefined
}

/** One limit for the selected SIMs, or for all that match the filter of the list. */
export function SetLimitWindow({ selected, values, done }: Props) {
  const { t } = useTranslation('sims')
  const [count, setCount] = useState(selected.count)
  const recount = useRecount(selected, countBy(listFleetSims), { onCount: setCount })
  const [name] = selected.names
  return (
    <FormWindow
      form={simLimitsForm}
      values={values ?? { data_limit: null, billing_day: null }}
      controls={controls}
      send={async (body) => {
        await recount()
        return call(setSimLimits, { body: { ...rowsOf('id', selected), ...body, time_zone: zoneName() } })
      }}
      done={(_, { data }) => t('limit.done', { count: data.length, formatted: formatCount(data.length) })}
      onDone={() => done?.()}
      reload={[['sims'], ['devices']]}
      intro={
        <p>
          {count === 1 && name !== undefined
            ? t('limit.one', { name })
            : t('limit.many', { count, formatted: formatCount(count) })}
        </p>
      }
    />
  )
}
