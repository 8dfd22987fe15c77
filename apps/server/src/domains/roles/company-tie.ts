import { type CompanyTie, countRows } from '../companies/ties.ts'

export const roleTie: CompanyTie = {
  name: 'roles',
  words: ['role of its own', 'roles of its own'],
  count: countRows('roles'),
}
