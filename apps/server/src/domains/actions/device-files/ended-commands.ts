import { activeStates } from '@longreach/contract/actions/constants'
import { sql } from 'kysely'
import { systemScope } from '../../../db/scope.ts'

/** True once the command of a ticket has ended: its target has, or another step or attempt was sent. */
export const commandEnded = (tickets: 'device_uploads' | 'device_downloads') => sql<boolean>`NOT EXISTS (
  SELECT FROM action_targets t
  WHERE t.id = ${sql.ref(`${tickets}.target_id`)} AND t.command_id = ${sql.ref(`${tickets}.command_id`)}
    AND t.state = ANY (${[...activeStates]}::text[]) AND ${systemScope('link of the device itself')})`
