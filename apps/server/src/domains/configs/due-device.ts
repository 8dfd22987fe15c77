import { actionKinds } from '@longreach/contract/actions/kinds'
import { sql } from 'kysely'
import type { Candidate } from '../actions/start.ts'

const { capability } = actionKinds.read_configuration

/** A device whose configuration the server may read by itself. */
export type DueDevice = Candidate & { deleted: boolean }

/** Columns of `d` for reading a device. */
export const dueColumns = sql`
  d.id, d.name, d.serial, d.company_id, d.l1_id, d.l2_id, d.status, d.status_since, d.bound_at, d.monitoring_enabled,
  d.caps, d.agent_version, d.model, d.firmware, d.board, d.metered_connection, d.deleted_at IS NOT NULL AS deleted`

/** A device with a metered connection is read only at a user's request. */
export const isReadable = ({ deleted, metered_connection, monitoring_enabled, bound_at, caps }: DueDevice): boolean =>
  !deleted &&
  !metered_connection &&
  monitoring_enabled &&
  bound_at !== null &&
  capability !== null &&
  caps.includes(capability)
