import './texts.ts'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { findParameter, isText, parameters } from '@longreach/contract/link/parameters'
import i18next from 'i18next'
import { customParameter } from './custom-parameters.ts'
import { labelOf } from './format.ts'

export interface Choice {
  value: string
  label: string
}

export interface Choices {
  /** All parameters, and the numeric ones. */
  all: readonly Choice[]
  measured: readonly Choice[]
}

const textTypes = ['string', 'array', 'object']

/** Types that are of no use on a dashboard. */
const left: readonly string[] = ['table', 'checksum']

/** First the parameters that the device reports or measures for templates, then all that devices can report. */
export function parameterChoices(reported: DeviceDetails['parameters'], custom: readonly string[] = []): Choices {
  const own = [...Object.keys(reported).filter((name) => findParameter(name)), ...custom]
  const others = parameters.map(({ name }) => name).filter((name) => !own.includes(name))
  const byLabel = (one: Choice, other: Choice) => one.label.localeCompare(other.label)
  const all = [
    ...own.map((value) => ({ value, label: labelOf(value) })).sort(byLabel),
    ...others
      .map((value) => ({ value, label: i18next.t('dashboards:form.notReported', { name: labelOf(value) }) }))
      .sort(byLabel),
  ].filter(({ value }) => !left.includes(findParameter(value)?.type ?? ''))
  return {
    all,
    measured: all.filter(({ value }) => {
      const type = customParameter(value)?.type
      if (type) return !textTypes.includes(type)
      const found = findParameter(value)
      return found !== undefined && !isText(found)
    }),
  }
}
