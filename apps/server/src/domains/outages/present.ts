import { actionTitle } from '@longreach/contract/actions/kinds'
import type { OfflineReason } from '@longreach/contract/devices/constants'
import { type Text, text } from '@longreach/contract/i18n'
import type { Outage } from '@longreach/contract/outages/schemas'
import { formatTime } from '@longreach/contract/time'

export interface OutageRow {
  started_at: Date
  ended_at: Date | null
  reason: OfflineReason
  log: string
  signal: number | null
  operator: string | null
  nearby: number
  restarted: boolean | null
  action_id: number | null
  action: string | null
  username: string | null
}

/** Seconds within which a device should return after a requested restart. */
const restartTakes = 600

export const outageTitle = (reason: OfflineReason): Text => text(`outages.reason_${reason}`)

function explainAction({ action, username, ended_at }: OutageRow, duration: number): Text {
  const missing = ended_at === null && duration > restartTakes
  const title = actionTitle(action ?? 'reboot')
  if (username === null)
    return text(missing ? 'outages.because_action_missing' : 'outages.because_action', { action: title })
  return text(missing ? 'outages.because_action_missing_by' : 'outages.because_action_by', {
    action: title,
    user: username,
  })
}

function explain(row: OutageRow, duration: number): Text {
  const { reason, nearby, log, restarted } = row
  switch (reason) {
    case 'power':
      return nearby > 0
        ? text('outages.because_power_nearby', { count: nearby })
        : text('outages.because_power_restarted')
    case 'closed':
      return text(restarted === false ? 'outages.because_closed_running' : 'outages.because_closed')
    case 'dropped':
      return text('outages.because_dropped', { reason: log })
    case 'unknown':
      return text(log === '' ? 'outages.because_not_recorded' : 'outages.because_unknown')
    case 'action':
      return explainAction(row, duration)
    default:
      return text(`outages.because_${reason}`)
  }
}

function knownFacts({ signal, operator, restarted }: OutageRow): Text[] {
  const facts: Text[] = []
  if (restarted !== null) facts.push(text(restarted ? 'outages.known_restarted' : 'outages.known_running'))
  if (signal !== null && operator) facts.push(text('outages.known_signal_operator', { dbm: signal, operator }))
  else if (signal !== null) facts.push(text('outages.known_signal', { dbm: signal }))
  return facts
}

export function presentOutage(row: OutageRow, now: Date): Outage {
  const { reason } = row
  const duration = Math.max(0, Math.round(((row.ended_at ?? now).getTime() - row.started_at.getTime()) / 1000))
  const likely = reason === 'power' || reason === 'no_network'
  return {
    started_at: formatTime(row.started_at),
    ended_at: row.ended_at && formatTime(row.ended_at),
    duration,
    reason,
    certain: !likely && reason !== 'unknown',
    ended_with: row.log,
    title: outageTitle(reason),
    explanation: explain(row, duration),
    known: knownFacts(row),
    likely: likely ? [text(`outages.likely_${reason}`)] : [],
    action_id: row.action_id,
  }
}
