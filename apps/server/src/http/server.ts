import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { readerOf } from '../endpoint/locale.ts'
import { translateDocument } from '../texts.ts'
import { setAnswerHeaders } from './answer-headers.ts'
import { answerBeforeClosing } from './before-closing.ts'
import type { Certificates } from './certificate.ts'
import { answerError } from './errors.ts'
import type { Forwarded } from './forwarded.ts'
import { serializeLazily } from './response-schema.ts'
import { limitSlowBodies, patience } from './slow-clients.ts'
import { answerUnreadable } from './unreadable.ts'

const bodyLimit = 1024 * 1024

/** The HTTP server with everything that applies to all responses; routes are added later. */
export async function createHttpServer(deps: {
  log: Logger
  forwarded: Forwarded
  certificates: Certificates | undefined
}): Promise<FastifyInstance> {
  const { certificates, forwarded } = deps
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: forwarded.trust,
    bodyLimit,
    genReqId: () => randomUUID(),
    forceCloseConnections: true,
    requestTimeout: patience.requestTimeout,
    keepAliveTimeout: patience.keepAliveTimeout,
    clientErrorHandler: answerUnreadable,
    // For paths that cannot be parsed: no hook sees them.
    frameworkErrors(error: unknown, request: FastifyRequest, reply: FastifyReply) {
      setAnswerHeaders(request, reply, forwarded)
      return answerError(error, request, reply)
    },
    ...(certificates ? { https: { ...patience, ...certificates.current() } } : { http: patience }),
  } as object) as unknown as FastifyInstance
  app.setSerializerCompiler(serializeLazily)
  await app.register(cookie)
  await app.register(multipart)
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, brotliOptions: { params: { 1: 4 } } })
  app.addHook('onRequest', async (request, reply) => setAnswerHeaders(request, reply, forwarded))
  app.addHook('onSend', async (request, reply) => {
    if (/^\/(api|status)\//.test(request.url) && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
  app.addHook('onSend', async (request, _reply, payload) =>
    typeof payload === 'string' ? translateDocument(payload, readerOf(request)) : payload,
  )
  limitSlowBodies(app)
  answerBeforeClosing(app)
  app.setErrorHandler(answerError)
  return app
}
