import { actionLimits, passwordFile } from '@longreach/contract/actions/constants'
import { setPasswordForm } from '@longreach/contract/actions/password-forms'
import type { ErrorItem } from '@longreach/contract/errors'
import { formFields } from '@longreach/contract/forms/schema'
import { trimCell } from '@longreach/contract/forms/sheet-text'
import { type Text, text } from '@longreach/contract/i18n'
import * as z from 'zod/mini'
import { Problem } from '../../../endpoint/problem.ts'
import { findShortened, identifierIn, readLines } from '../../../endpoint/sheet.ts'

const { password: passwordSchema } = formFields(setPasswordForm)

const wrong = (message: Text) => new Problem('VALIDATION_FAILED', { source: 'file', message })

export interface PasswordRow {
  line: number
  password: string
}

/** Passwords by serial, and an error for each line that cannot be used. */
export async function readPasswordFile(
  bytes: Buffer,
): Promise<{ rows: Map<string, PasswordRow>; errors: ErrorItem[] }> {
  const rows = new Map<string, PasswordRow>()
  const errors: ErrorItem[] = []
  const refuse = (line: number, message: Text) =>
    void errors.push({ code: 'VALIDATION_FAILED', message, source: String(line) })
  // The number of lines is limited by the size of the file.
  for (const [at, { line, cells }] of (await readLines(bytes, passwordFile.max)).entries()) {
    const [first = '', second = ''] = cells
    const serial = identifierIn(first)
    const password = trimCell(second)
    if (serial === '' || (at === 0 && serial.toLowerCase() === 'serial')) continue
    const problem = findShortened(first) ?? findShortened(second)
    const parsed = z.safeParse(passwordSchema, password)
    if (problem) refuse(line, text('devices.file_line', { line, problem }))
    else if (!parsed.success)
      refuse(line, text('actions.file_line_password', { line, message: parsed.error.issues[0]?.message ?? '' }))
    else if (rows.has(serial)) refuse(line, text('actions.file_line_twice', { line, serial: serial.slice(0, 64) }))
    else rows.set(serial, { line, password })
  }
  if (rows.size === 0 && errors.length === 0) throw wrong(text('actions.file_empty'))
  if (rows.size > actionLimits.devices) throw wrong(text('devices.file_too_long', { count: actionLimits.devices }))
  return { rows, errors }
}
