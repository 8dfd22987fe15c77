import { text } from '@longreach/contract/i18n'
import { parseTime } from '@longreach/contract/time'
import { Problem } from '../../endpoint/problem.ts'
import { findUnstorable } from '../../endpoint/unstorable.ts'
import type { KeyType, Order } from './order.ts'

export interface Cursor {
  /** Name of the sort order that the cursor belongs to. */
  order: string
  key: string
  id: number
}

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.order, cursor.key, cursor.id])).toString('base64url')
}

const whole = (key: string, limit: number) => /^-?\d{1,16}$/.test(key) && Math.abs(Number(key)) <= limit

/** True if PostgreSQL can parse the key as the type of the comparison. */
const readable: Record<KeyType, (key: string) => boolean> = {
  text: (key) => findUnstorable(key) === undefined,
  bigint: (key) => whole(key, Number.MAX_SAFE_INTEGER),
  smallint: (key) => whole(key, 32_767) || key === '-32768',
  timestamptz: (key) =>
    key === '-infinity' || (/^.{19}(\.\d{1,6})?\+00$/.test(key) && parseTime(key.slice(0, 19)) !== null),
}

/** Throws VALIDATION_FAILED for anything but a cursor of this order. */
export function decodeCursor(encoded: string, { name: order, keyType }: Pick<Order, 'name' | 'keyType'>): Cursor {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    if (
      Array.isArray(parsed) &&
      parsed[0] === order &&
      typeof parsed[1] === 'string' &&
      readable[keyType](parsed[1]) &&
      Number.isSafeInteger(parsed[2])
    ) {
      return { order, key: parsed[1], id: parsed[2] }
    }
  } catch {
    // Falls through to the common answer for invalid cursors.
  }
  throw new Problem('VALIDATION_FAILED', { source: 'cursor', message: text('devices.foreign_cursor') })
}
