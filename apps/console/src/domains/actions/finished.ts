import { isActive, targetStates } from '@longreach/contract/actions/constants'
import type { Action } from '@longreach/contract/actions/schemas'

/** Devices of an action that have finished, in whichever way. */
export const countFinished = ({ counts }: Pick<Action, 'counts'>): number =>
  targetStates.filter((state) => !isActive(state)).reduce((sum, state) => sum + counts[state], 0)
