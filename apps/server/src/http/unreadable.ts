import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errorCodes } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import { inEnglish } from '../texts.ts'

/** Status and message for requests that cannot be parsed; anything else about them is a bad request. */
const refusals: Readonly<Record<string, readonly [number, Text]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, text('system.too_slow')],
  HPE_HEADER_OVERFLOW: [431, text('system.headers_too_large')],
}

/**
 * Answers what is no request with the failure envelope. Nothing is logged: the bytes may contain a token or a cookie.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const code: ErrorCode = 'BAD_REQUEST'
  const [status, reason] = refusals[error.code ?? ''] ?? errorCodes[code]
  const message = inEnglish(reason)
  const body = JSON.stringify({ success: false, code, message, errors: [{ code, message, source: null }] })
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n\r\n${body}`,
    )
  socket.destroy(error)
}
