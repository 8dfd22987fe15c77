import './texts.ts'
import { deleteAlertRules, deleteAlerts, listAlertRules, listAlerts } from '@longreach/contract/alerts/endpoints'
import i18next from 'i18next'
import { deleteAfterAsking } from '../../tables/lazy/delete-after-asking.ts'
import { living } from '../../tables/recount.ts'
import { alertsKey, rulesKey } from './queries.ts'

const shownIn = [alertsKey, rulesKey]

export const deleteAlertsAfterAsking = deleteAfterAsking({
  list: listAlerts,
  remove: deleteAlerts,
  textOf: (key, values) => i18next.t(`alerts:remove.${key}`, values),
  shownIn,
  slack: living,
})

export const deleteRulesAfterAsking = deleteAfterAsking({
  list: listAlertRules,
  remove: deleteAlertRules,
  textOf: (key, values) => i18next.t(`alerts:rules.remove.${key}`, values),
  shownIn,
})
