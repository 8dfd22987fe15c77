import type { CampaignCheck } from '@longreach/contract/campaigns/constants'
import { type Text, text } from '@longreach/contract/i18n'

/** A device at the end of its time of observation. */
export interface Observed {
  online: boolean
  wan_before: string | null
  wan: string | null
  /** Seconds since its latest report; null if it has never sent one. */
  report_age: number | null
  /** Seconds since the end of its update. */
  since: number
  /** Seconds between its reports; 0 if it sends none. */
  interval: number
}

export interface HealthPlan {
  check_wan: boolean
  check_reports: boolean
}

/** Seconds a report may be late before it counts as missing. */
const late = 60

const wans = { mobile: 'campaigns.wan_mobile', wired: 'campaigns.wan_wired', wifi: 'campaigns.wan_wifi' } as const
const wanText = (wan: string | null): Text =>
  wan !== null && Object.hasOwn(wans, wan) ? text(wans[wan as keyof typeof wans]) : text('campaigns.wan_unknown')

const duration = (seconds: number): Text =>
  seconds < 120
    ? text('system.seconds', { count: Math.round(seconds) })
    : text('system.minutes', { count: Math.round(seconds / 60) })

/** The check that a device fails, with the observation; undefined if it is healthy. */
export function findFault(
  { check_wan, check_reports }: HealthPlan,
  device: Observed,
): { check: CampaignCheck; detail: Text } | undefined {
  if (!device.online) return { check: 'online', detail: text('campaigns.not_online') }
  const { wan, wan_before } = device
  if (check_wan && wan_before !== null && wan !== wan_before)
    return {
      check: 'wan',
      detail: text('campaigns.other_wan', { before: wanText(wan_before), after: wanText(wan) }),
    }
  // A device whose time of observation is shorter than its interval cannot be expected to send a report.
  const expected = device.interval + late
  if (!check_reports || device.interval === 0 || device.since < expected) return undefined
  const { report_age: age } = device
  if (age === null || age > device.since) return { check: 'reports', detail: text('campaigns.no_reports') }
  if (age > expected) return { check: 'reports', detail: text('campaigns.reports_stopped', { time: duration(age) }) }
  return undefined
}

export const passedText = (soak: number): Text =>
  soak === 0 ? text('campaigns.passed_at_once') : text('campaigns.passed', { time: duration(soak) })
