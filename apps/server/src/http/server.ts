import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { answerError } from './errors.ts'

const bodyLimit = 1024 * 1024

/** The HTTP server with what holds for every answer; routes come later. */
export async function createHttpServer(config: Config, log: Logger): Promise<FastifyInstance> {
  const https =
    config.TLS_CERT && config.TLS_KEY
      ? { cert: await readFile(config.TLS_CERT), key: await readFile(config.TLS_KEY) }
      : null
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // The proxy in front alone: what it passes on may hold addresses the client made up.
    trustProxy: config.TRUST_PROXY && ((_address: string, hop: number) => hop === 0),
    bodyLimit,
    genReqId: () => randomUUID(),
    forceCloseConnections: true,
    // Paths that cannot even be read.
    frameworkErrors: answerError,
    ...(https ? { https } : {}),
  } as object) as unknown as FastifyInstance
  await app.register(cookie)
  await app.register(helmet, {
    // Set by the pages themselves.
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    hsts: https !== null || config.TRUST_PROXY,
  })
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, brotliOptions: { params: { 1: 4 } } })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onSend', async (request, reply) => {
    if (/^\/(api|status)\//.test(request.url) && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
  app.setErrorHandler(answerError)
  return app
}
