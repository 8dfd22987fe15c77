import type { FastifyInstance } from 'fastify'

/** Milliseconds for which a closing server still answers earlier requests. */
const patienceMs = 5000

/** A closing server first responds to earlier requests; new ones get 503 and go to another node. */
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
