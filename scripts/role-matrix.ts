// Writes the table of roles and endpoints into docs/security.md, between its marks.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { endpoints } from '../packages/contract/src/index.ts'
import { defaultRoles } from '../packages/contract/src/permissions.ts'
import { roleMatrix } from '../packages/contract/src/role-matrix.ts'

const [startMark, endMark] = ['<!-- roles: begin -->', '<!-- roles: end -->']
export const matrixFile = path.resolve(import.meta.dirname, '../docs/security.md')

function renderTable(): string {
  const rows = roleMatrix(endpoints).map(({ endpoint, roles }) => {
    const cells = defaultRoles.map(({ id }) => (roles.has(id) ? '✓' : ''))
    return `| \`${endpoint.method} ${endpoint.path}\` | ${endpoint.permission} | ${cells.join(' | ')} |`
  })
  const titles = defaultRoles.map(({ title }) => title)
  return [
    `| Call | Permission | ${titles.join(' | ')} |`,
    `|---|---|${titles.map(() => '---').join('|')}|`,
    ...rows,
  ].join('\n')
}

/** The document with the table generated from the contract; throws if the marks are missing. */
export function withRoleMatrix(text: string): string {
  const [from, to] = [text.indexOf(startMark), text.indexOf(endMark)]
  if (from < 0 || to < from) throw new Error(`docs/security.md has no ${startMark} … ${endMark}`)
  return `${text.slice(0, from + startMark.length)}\n${renderTable()}\n${text.slice(to)}`
}

if (import.meta.main) writeFileSync(matrixFile, withRoleMatrix(readFileSync(matrixFile, 'utf8')))
