import { isActive, targetStates } from '@longreach/contract/actions/constants'
import type { Action } from '@longreach/contract/actions/schemas'

/** Number of devices of an action that have finished, with any outcome. */
export const countFinished = ({ counts }: Pick<Action, 'counts'>): number =>
  targetStates.filter((state) => !isActive(state)).reduce((sum, state) => sum + counts[state], 0)
