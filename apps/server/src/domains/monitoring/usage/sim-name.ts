import { type Text, text } from '@longreach/contract/i18n'
import type { SimPlace } from './data-usage.ts'

/** On a device with one modem the number of the slot is enough. */
export const nameOfSim = ({ modem, sim }: SimPlace): Text =>
  modem === 1 ? text('monitoring.sim', { sim }) : text('monitoring.sim_of_modem', { sim, modem })
