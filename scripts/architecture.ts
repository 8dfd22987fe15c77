// Checks that no linter offers: the layer of every file, one spelling per domain, and that documents are true.
import path from 'node:path'
import { projectOnDisk } from './architecture/project.ts'
import { rules } from './architecture/rules.ts'

const project = projectOnDisk(path.resolve(import.meta.dirname, '..'))
const violations = rules.flatMap((rule) => rule(project))
for (const violation of violations) console.error(violation)
process.exit(violations.length > 0 ? 1 : 0)
