import { text } from '@longreach/contract/i18n'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isFull, isReadOnly } from '../db/no-changes.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { Problem } from '../endpoint/problem.ts'
import { firstOf } from './programs/envelope.ts'
import { isProgram } from './programs/program.ts'

/** A deadlock and a statement timeout are temporary, not a refusal. */
const passingCodes = new Set(['40P01', '57014'])
/** A row already exists, or no longer exists. */
const conflictCodes = new Set(['23505', '23503'])

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { statusCode, code } = error as Partial<FastifyError>
  if (statusCode === 413) return new Problem('PAYLOAD_TOO_LARGE')
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Problem('BAD_REQUEST')
  if (code && conflictCodes.has(code)) return new Problem('CONFLICT')
  if (isReadOnly(error)) return new Problem('UNAVAILABLE', { message: text('system.read_only'), retryAfter: 60 })
  if (isFull(error)) return new Problem('UNAVAILABLE', { message: text('system.disk_full'), retryAfter: 60 })
  if (isUnavailable(error) || (code && passingCodes.has(code))) return new Problem('UNAVAILABLE', { retryAfter: 5 })
  return new Problem('SERVER_ERROR')
}

/** Turns any thrown error into the failure envelope, without internal details. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error)
  if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
  const { errors } = problem
  return reply.status(problem.status).send({ success: false, ...(isProgram(request) ? firstOf(errors) : {}), errors })
}
