import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerBeforeClosing } from './before-closing.ts'

test('a closing server answers earlier requests, and closes immediately if there are none', async () => {
  const app = Fastify({ forceCloseConnections: true })
  answerBeforeClosing(app)
  const asked = Promise.withResolvers<void>()
  const going = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    asked.resolve()
    await going.promise
    return 'answered'
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = fetch(`${base}/slow`).then((response) => response.text())
  await asked.promise
  const closed = app.close()
  going.resolve()
  expect(await answer).toBe('answered')
  await closed

  const idle = Fastify({ forceCloseConnections: true })
  answerBeforeClosing(idle)
  await idle.listen({ port: 0, host: '127.0.0.1' })
  const started = Date.now()
  await idle.close()
  expect(Date.now() - started).toBeLessThan(1000)
})
