import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

/** The API document and a page to read it, which brings a policy of its own: it styles and starts itself inline. */
export async function answerApiPage(
  app: FastifyInstance,
  document: () => Record<string, unknown>,
  title: string,
): Promise<void> {
  app.get('/api/openapi.json', async () => document())
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const page: FastifyPluginAsync = async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'",
      )
    })
    await scope.register(reference, {
      routePrefix: '/api/docs',
      configuration: { url: '/api/openapi.json', metaData: { title }, withDefaultFonts: false },
    })
  }
  await app.register(page)
}
