import { isUtf8 } from 'node:buffer'
import { actionLimits } from '@longreach/contract/actions/constants'
import { setPasswordForm } from '@longreach/contract/actions/password-forms'
import type { ErrorItem } from '@longreach/contract/errors'
import { formFields } from '@longreach/contract/forms/schema'
import { type Text, text } from '@longreach/contract/i18n'
import * as z from 'zod/mini'
import { Problem } from '../../../endpoint/problem.ts'

const { password: passwordSchema } = formFields(setPasswordForm)

const wrong = (message: Text) => new Problem('VALIDATION_FAILED', { source: 'file', message })

/** NUL is valid UTF-8, but the database cannot store it. */
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes) || bytes.includes(0)) throw wrong(text('devices.file_not_text'))
  return new TextDecoder().decode(bytes)
}

/** Cells of a line; neither a serial nor a password contains a separator. */
const cellsOf = (line: string): string[] =>
  line.split(/[,;\t]/).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"'),
  )

export interface PasswordRow {
  line: number
  password: string
}

/** Passwords by serial, and an error for each line that cannot be used. */
export function readPasswordFile(bytes: Buffer): { rows: Map<string, PasswordRow>; errors: ErrorItem[] } {
  const rows = new Map<string, PasswordRow>()
  const errors: ErrorItem[] = []
  const refuse = (line: number, message: Text) =>
    void errors.push({ code: 'VALIDATION_FAILED', message, source: String(line) })
  const lines = textOf(bytes).split(/\r\n|\n|\r/)
  for (const [at, written] of lines.entries()) {
    const [serial = '', password = ''] = cellsOf(written)
    const line = at + 1
    if (serial === '' || (at === 0 && serial.toLowerCase() === 'serial')) continue
    const parsed = z.safeParse(passwordSchema, password)
    if (!parsed.success)
      refuse(line, text('actions.file_line_password', { line, message: parsed.error.issues[0]?.message ?? '' }))
    else if (rows.has(serial)) refuse(line, text('actions.file_line_twice', { line, serial: serial.slice(0, 64) }))
    else rows.set(serial, { line, password })
  }
  if (rows.size === 0 && errors.length === 0) throw wrong(text('actions.file_empty'))
  if (rows.size > actionLimits.devices) throw wrong(text('devices.file_too_long', { count: actionLimits.devices }))
  return { rows, errors }
}
