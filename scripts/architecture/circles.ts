import path from 'node:path'
import { findCycle, type Import } from './imports.ts'
import type { Project, Rule } from './project.ts'

/** Imports that are needed to run a file: neither types nor what it loads later. */
const needed = /^(?:import|export)(?! type\b)(?:[^'"]*?from )?\s*'(\.[^']+)'/gm

/** Files that are defined by each other, with the reason. */
const mutual: readonly string[] = [
  // The cells of a table are controls.
  'apps/console/src/forms/controls/table-input.tsx',
  // Refreshing the session is a call, and a call may refresh the session.
  'apps/console/src/api/refresh.ts',
]

const importsOf = (project: Project, from: string): Import[] =>
  [...project.read(from).matchAll(needed)].map(([, given]) => ({
    from,
    to: path.posix.join(path.posix.dirname(from), given as string),
  }))

/** Files do not import each other in a circle: whichever runs first would see values that do not exist yet. */
export const checkCircles: Rule = (project) => {
  const files = ['apps', 'bench', 'e2e', 'packages', 'scripts']
    .flatMap((folder) => project.files(folder))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !mutual.includes(file))
  const circle = findCycle(files.flatMap((file) => importsOf(project, file)))
  return circle ? [`${circle[0]}: imports itself: ${circle.join(' → ')}`] : []
}
