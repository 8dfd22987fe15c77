import './texts.ts'
import type { Sim } from '@longreach/contract/monitoring/usage-schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../ui/segmented.tsx'
import { EditSimWindow } from './edit-sim-window.tsx'
import classes from './limit-control.module.css'
import { nameOfSim } from './usage.ts'

const keyOf = ({ modem, sim_id }: Sim) => `${modem} ${sim_id}`

/** The limits of a device's SIMs; the user selects one of them. */
export function EditSims({ id, sims }: { id: number; sims: readonly Sim[] }) {
  const { t } = useTranslation('usage')
  const [selected, select] = useState<string | null>(null)
  const sim = sims.find((one) => keyOf(one) === selected) ?? sims[0]
  if (!sim) return null
  return (
    <>
      {sims.length > 1 ? (
        <div className={classes.sims}>
          <Segmented
            label={t('edit.sim')}
            value={keyOf(sim)}
            options={sims.map((one) => ({ value: keyOf(one), label: nameOfSim(one.modem, one.sim_id) }))}
            onChange={select}
          />
        </div>
      ) : null}
      <EditSimWindow key={keyOf(sim)} id={id} sim={sim} />
    </>
  )
}
