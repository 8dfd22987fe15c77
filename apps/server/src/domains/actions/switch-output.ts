import { readOutputArgument } from '@longreach/contract/actions/outputs'
import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { Problem } from '../../endpoint/problem.ts'

/** The command with which RutOS sets an output; no part of it comes from a user. */
export function switchCommand(argument: string): string {
  const set = readOutputArgument(argument)
  if (!set) throw new Error('Not an output')
  return `ubus call ioman.gpio.${set.output} update '{"value":"${set.on ? 1 : 0}"}'`
}

/** Throws if the device, already found in the caller's scope, does not report the output. */
export async function requireOutput(db: Db, deviceId: number, output: string): Promise<void> {
  const { rows } = await sql<{ name: string; reported: boolean | null }>`
    SELECT d.name, s.values ? ${output} AS reported FROM devices d LEFT JOIN device_state s ON s.device_id = d.id
    WHERE d.id = ${deviceId} AND ${systemScope('row resolved in scope before')}`.execute(db)
  if (rows[0]?.reported) return
  const message = text('actions.output_unknown', { name: rows[0]?.name ?? '' })
  throw new Problem('VALIDATION_FAILED', { source: 'output', message })
}
