import type { BackupPlan } from '@longreach/contract/configs/backup-schemas'
import { configLimits } from '@longreach/contract/configs/constants'
import type { ConfigPlan } from '@longreach/contract/configs/schemas'
import i18next from 'i18next'
import { formatCount } from '../../ui/format.ts'
import type { Change } from './queries.ts'

export type Plan = ConfigPlan | BackupPlan

/** Text for devices that were in a plan and are not there any more, with the names that the plan has. */
export function goneText(seen: Plan, ids: readonly number[]): string {
  const names = new Map([
    ...seen.differences.map(({ device_id, name }) => [device_id, name] as const),
    ...seen.excluded.flatMap(({ devices }) => devices.map(({ id, name }) => [id, name] as const)),
  ])
  const listed = ids
    .slice(0, configLimits.named)
    .map((id) => names.get(id) ?? i18next.t('configs:apply.device', { id }))
  const count = ids.length
  return i18next.t('configs:apply.gone', { count, formatted: formatCount(count), names: listed.join(', ') })
}

/** The part of a plan that a user has agreed to; devices may go offline meanwhile. */
const agreed = ({ devices, differences, calls, excluded }: Plan) =>
  JSON.stringify([devices, differences, calls, excluded])

/** Reason why a plan that a user has seen may not be applied any more; `now` is null if none of its devices is there. */
export function changedSince({ selected }: Change, seen: Plan, now: Plan | null | undefined): string | null {
  const missing = now ? now.missing : 'ids' in selected ? selected.ids : []
  const gone = missing.filter((id) => !seen.missing.includes(id))
  if (gone.length === 0 && now && agreed(now) === agreed(seen)) return null
  const reason = gone.length > 0 ? goneText(seen, gone) : i18next.t('configs:apply.changed')
  return i18next.t('configs:apply.unsent', { reason })
}
