import type { FastifyInstance } from 'fastify'

/** Milliseconds for which a server that closes still answers what it was asked before. */
const patienceMs = 5000

/** What was asked before the server closes is answered first; who asks meanwhile hears 503 and asks another node. */
export function answerBeforeClosing(app: FastifyInstance): void {
  let open = 0
  let done = () => {}
  app.addHook('onRequest', async (_request, reply) => {
    open++
    reply.raw.once('close', () => {
      open--
      if (open === 0) done()
    })
  })
  app.addHook('preClose', async () => {
    if (open === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    done = resolve
    const timer = setTimeout(resolve, patienceMs)
    await promise
    clearTimeout(timer)
  })
}
