import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { inlineHashes } from './pages.ts'

/** The viewer inlines its styles and starts with one line of script, which the policy names by its hash. */
const policy = (page: string) =>
  [
    "default-src 'self'",
    `script-src 'self' ${inlineHashes(page).join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The API document and a page that shows it. */
export async function answerApiPage(
  app: FastifyInstance,
  document: () => Record<string, unknown>,
  title: string,
): Promise<void> {
  app.get('/api/openapi.json', async () => document())
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const page: FastifyPluginAsync = async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload === 'string') reply.header('content-security-policy', policy(payload))
      return payload
    })
    await scope.register(reference, {
      routePrefix: '/api/docs',
      configuration: {
        url: '/api/openapi.json',
        metaData: { title },
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: 'never',
        hideClientButton: true,
      },
    })
  }
  await app.register(page)
}
