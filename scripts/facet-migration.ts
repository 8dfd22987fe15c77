// `node scripts/facet-migration.ts <facet>`: prints the migration that adds a facet of `facets.ts` to the database.
import { facetMigration } from '../apps/server/src/domains/devices/facets/facet-sql.ts'

const [, , name] = process.argv
if (!name) throw new Error('Usage: node scripts/facet-migration.ts <facet>')
process.stdout.write(`${facetMigration(name)}\n`)
