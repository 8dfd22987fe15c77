import { type CompanyTie, countRows } from '../companies/ties.ts'

export const userTie: CompanyTie = { name: 'users', words: ['user', 'users'], count: countRows('users') }
