import './texts.ts'
import { unusedDays } from '@longreach/contract/monitoring/usage-constants'
import type { FleetSim } from '@longreach/contract/monitoring/usage-schemas'
import i18next from 'i18next'

const dayMs = 86_400_000

type Slot = Pick<FleetSim, 'modem' | 'sim_id'>

/** `SIM 1`, or with the number of the second modem. */
export const slotName = ({ modem, sim_id: sim }: Slot) =>
  modem === null || sim === null ? '' : i18next.t(modem === 1 ? 'sims:slot' : 'sims:slotOfModem', { sim, modem })

/** The ICCID, or where the SIM is. */
export const simName = (sim: Pick<FleetSim, 'iccid' | 'device_name'> & Slot) =>
  sim.iccid ?? `${slotName(sim)}, ${sim.device_name ?? ''}`

/** True for a SIM that was checked and has not used data for days. */
export const isUnused = ({ used_on, checked_at }: Pick<FleetSim, 'used_on' | 'checked_at'>): boolean =>
  checked_at !== null && (used_on === null || Date.parse(used_on) < Date.now() - (unusedDays + 1) * dayMs)
