import { Problem } from '../../http/problem.ts'

export interface Cursor {
  /** The sort it belongs to. */
  order: string
  key: string
  id: number
}

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.order, cursor.key, cursor.id])).toString('base64url')
}

/** Throws VALIDATION_FAILED for anything that is no cursor of this order. */
export function decodeCursor(text: string, order: string): Cursor {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (
      Array.isArray(parsed) &&
      parsed[0] === order &&
      typeof parsed[1] === 'string' &&
      Number.isSafeInteger(parsed[2])
    ) {
      return { order, key: parsed[1], id: parsed[2] }
    }
  } catch {
    // Falls through to the one answer for every bad cursor.
  }
  throw new Problem('VALIDATION_FAILED', { source: 'cursor', message: 'This cursor belongs to another list' })
}
