import cookie from '@fastify/cookie'
import type { AnyEndpoint } from '@longreach/contract/endpoint'
import Fastify, { type FastifyInstance } from 'fastify'
import { createBlobStore } from '../domains/files/blobs.ts'
import type { Route } from '../endpoint/route.ts'
import { answerError } from '../http/errors.ts'
import { type MountDeps, mount } from '../http/mount.ts'
import { serializeLazily } from '../http/response-schema.ts'
import { createSeal } from '../seal.ts'
import type { World } from './world.ts'

const seal = createSeal(Buffer.alloc(32))
const blobs = createBlobStore({ seal })

export const mountDeps = ({ db }: World): MountDeps => ({
  db,
  endReused: async () => {},
  seal,
  origins: [],
  emit: async () => {},
  diskSpace: { check: () => {} },
  blobs,
  limitDownload: async () => {},
  limitCalls: async () => {},
  listPatience: 60_000,
  mayUndo: () => true,
})

/** A separate server that has only these routes, with the users of the world. */
export async function serveMounted(
  world: World,
  { declared, routes, ...deps }: { declared: AnyEndpoint[]; routes: Route[] } & Partial<MountDeps>,
): Promise<{ app: FastifyInstance; url: string; seal: typeof seal }> {
  const app = Fastify()
  await app.register(cookie)
  app.setErrorHandler(answerError)
  app.setSerializerCompiler(serializeLazily)
  mount(app, declared, routes, { ...mountDeps(world), ...deps })
  const url = await app.listen({ port: 0, host: 'localhost' })
  return { app, url: url.replace('[::1]', 'localhost').replace('127.0.0.1', 'localhost'), seal }
}
