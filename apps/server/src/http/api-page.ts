import Fastify, { type FastifyInstance, type RouteHandlerMethod } from 'fastify'
import { Problem } from '../endpoint/problem.ts'
import { inlineHashes } from './pages.ts'
import { isProgram } from './programs/program.ts'

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

/** The viewer as a separate instance. Its packages are a tenth of everything the server would load at its start. */
async function createViewer(title: string): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const viewer = Fastify()
  viewer.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload === 'string') reply.header('content-security-policy', policy(payload))
    return payload
  })
  await viewer.register(reference, {
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
  return viewer
}

/** Serves the API document and a page that shows it, loaded at its first request. */
export function answerApiPage(app: FastifyInstance, document: () => Record<string, unknown>, title: string): void {
  let json: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    json ??= JSON.stringify(document())
    return reply.type('application/json; charset=utf-8').send(json)
  })
  let viewer: Promise<FastifyInstance> | undefined
  const answer: RouteHandlerMethod = async (request, reply) => {
    if (isProgram(request)) throw new Problem('NOT_FOUND')
    viewer ??= createViewer(title)
    const { statusCode, headers, rawPayload } = await (await viewer).inject(request.url)
    for (const name of ['content-type', 'content-security-policy', 'location', 'etag', 'cache-control'])
      if (headers[name] !== undefined) reply.header(name, headers[name])
    return reply.code(statusCode).send(rawPayload)
  }
  app.get('/api/docs', answer)
  app.get('/api/docs/*', answer)
}
