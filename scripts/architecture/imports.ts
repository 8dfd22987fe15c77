import path from 'node:path'
import type { Project } from './project.ts'

export interface Import {
  from: string
  to: string
}

const specifier = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

/** Every import between files of a folder, as paths within the repository. */
export function importsIn(project: Project, folder: string): Import[] {
  return project
    .files(folder)
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((from) =>
      [...project.read(from).matchAll(specifier)].map(([, given]) => ({
        from,
        to: path.posix.join(path.posix.dirname(from), given as string),
      })),
    )
    .filter(({ to }) => to.startsWith(`${folder}/`))
}

/** The files in a cycle of imports, or undefined. */
export function findCycle(edges: readonly Import[]): string[] | undefined {
  const targets = Map.groupBy(edges, ({ from }) => from)
  const done = new Set<string>()
  const visit = (name: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name]
    if (done.has(name)) return undefined
    for (const { to } of targets.get(name) ?? []) {
      const found = visit(to, [...way, name])
      if (found) return found
    }
    done.add(name)
    return undefined
  }
  for (const name of targets.keys()) {
    const found = visit(name, [])
    if (found) return found
  }
  return undefined
}
