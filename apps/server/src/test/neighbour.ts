import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type App, startApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { signIn, type TestClient } from './client.ts'
import { secretKey } from './settings.ts'
import { password, type World } from './world.ts'

/** Settings shared by all nodes of a world. */
export const shared = { SECRET_KEY: secretKey }

export interface Neighbour {
  app: App
  base: string
  as(username: string): Promise<TestClient>
  stop(): Promise<void>
}

/** Another node on the database of the world, which was started with `shared`. */
export async function startNeighbour(world: World, env: Record<string, string> = {}): Promise<Neighbour> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'neighbour-'))
  const app = await startApp(
    readConfig({
      DATABASE_URL: world.url,
      DATA_DIR: dataDir,
      PORT: '0',
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: '0',
      LOG_LEVEL: 'silent',
      ...shared,
      ...env,
    }),
  )
  const base = app.url ?? ''
  return {
    app,
    base,
    as: (username) => signIn(base, `${username}@example.test`, password),
    async stop() {
      await app.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
