// Checks that no linter offers: the layer of every file, one spelling for each domain, and true documents.
import path from 'node:path'
import { projectOnDisk } from './architecture/project.ts'
import { rules } from './architecture/rules.ts'

const project = projectOnDisk(path.resolve(import.meta.dirname, '..'))
const violations = rules.flatMap((rule) => rule(project))
for (const violation of violations) console.error(violation)
process.exit(violations.length > 0 ? 1 : 0)
