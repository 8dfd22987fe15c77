import type { AuditLine } from '@longreach/contract/audit/endpoints'
import type { TFunction } from 'i18next'

/** The user; while impersonating, also the real one. */
export function personOf(t: TFunction<'audit'>, line: AuditLine): string {
  const name = line.username ?? t('system')
  if (line.actor_id === null) return name
  return t('as', { actor: line.actor_name ?? t('person', { id: line.actor_id }), name })
}

export function objectOf(t: TFunction<'audit'>, { target, target_id }: AuditLine): string {
  if (target === null) return '–'
  return target_id === null ? target : t('object', { kind: target, id: target_id })
}

export const companyOf = (t: TFunction<'audit'>, line: AuditLine) =>
  line.company_name ?? t('gone', { id: line.company_id })
