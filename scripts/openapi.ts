// Writes docs/openapi.json from the contract.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { openApiDocument } from '../apps/server/src/http/document/openapi.ts'
import packageJson from '../package.json' with { type: 'json' }
import { endpoints } from '../packages/contract/src/index.ts'

export function renderApiDocument(): string {
  return `${JSON.stringify(openApiDocument(endpoints, packageJson.version), null, 1)}\n`
}

if (import.meta.main) writeFileSync(path.resolve(import.meta.dirname, '../docs/openapi.json'), renderApiDocument())
