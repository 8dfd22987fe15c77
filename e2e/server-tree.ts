import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** The server of this repository with another agent, which it serves. Returns its main.ts and the agent's folder. */
export function makeServerTree(folder: string): { main: string; agent: string } {
  const link = (...parts: string[]) => symlinkSync(path.join(root, ...parts), path.join(folder, ...parts))
  mkdirSync(path.join(folder, 'apps/server'), { recursive: true })
  for (const name of readdirSync(root)) if (!['apps', 'agent', '.git'].includes(name)) link(name)
  for (const name of readdirSync(path.join(root, 'apps'))) if (name !== 'server') link('apps', name)
  for (const name of readdirSync(path.join(root, 'apps/server'))) if (name !== 'src') link('apps/server', name)
  cpSync(path.join(root, 'apps/server/src'), path.join(folder, 'apps/server/src'), { recursive: true })
  return { main: path.join(folder, 'apps/server/src/main.ts'), agent: path.join(folder, 'agent') }
}
