import { alertEventIds, alertTypes } from '@longreach/contract/alerts/events'
import type { TFunction } from 'i18next'
import { optionField } from '../../tables/filters/field.ts'

const types = Object.keys(alertTypes) as `${keyof typeof alertTypes}`[]
const events = alertEventIds.map((id) => `${id}` as const)

/** Filters for the type of event and for the event itself. */
export const eventFields = (t: TFunction<'alerts'>) => [
  optionField('subtype', t('columns.event'), events, (id) => t(`event.${id}`), { many: true, not: true }),
  optionField('type', t('columns.type'), types, (id) => t(`type.${id}`), { many: true, not: true }),
]
