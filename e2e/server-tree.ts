import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
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

/**
 * The main.ts of this server with the agent of this repository and one line of a file below `apps/server/src` replaced,
 * so that a test need not wait as long as the product. Throws if the line is not found.
 */
export function makeChangedServer(folder: string, file: string, line: RegExp, by: string): string {
  const { main, agent } = makeServerTree(folder)
  cpSync(path.join(root, 'agent'), agent, { recursive: true })
  const target = path.join(path.dirname(main), file)
  const code = readFileSync(target, 'utf8')
  if (!line.test(code)) throw new Error(`${line} was not found in ${file}`)
  writeFileSync(target, code.replace(line, by))
  return main
}
