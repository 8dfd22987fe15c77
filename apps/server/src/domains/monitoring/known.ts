import { findParameter, isText } from '@longreach/contract/link/parameters'
import { groupRetention } from '@longreach/contract/monitoring/constants'
import { type FindCustom, isTextType } from './templates/custom-parameters.ts'

/** Properties of a parameter that reading its history requires. */
export interface Known {
  text: boolean
  counter: boolean
  /** Days for which reports are kept. */
  days: number
}

export type FindKnown = (name: string) => Known | undefined

/** Finds parameters of the catalogue, and those of templates that were looked up. */
export const knownParameters =
  (findCustom: FindCustom = () => undefined): FindKnown =>
  (name) => {
    const custom = findCustom(name)
    if (custom) return { text: isTextType(custom.type), counter: false, days: custom.retention }
    const parameter = findParameter(name)
    return (
      parameter && {
        text: isText(parameter),
        counter: parameter.type === 'counter',
        days: groupRetention[parameter.group],
      }
    )
  }

/** Days for which reports of a parameter are kept; a name that is no longer known has a default. */
export const daysKept = (find: FindKnown, name: string): number => find(name)?.days ?? groupRetention.dynamic
