import { text } from '@longreach/contract/i18n'
import { Problem } from '../../endpoint/problem.ts'

/** Names are unique within a company, ignoring case; the database enforces it for concurrent changes. */
export async function namedOnce<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: { code?: string; constraint?: string }) => {
    if (error.code !== '23505') throw error
    throw new Problem('CONFLICT', { source: 'name', message: text('forms.name_taken') })
  })
}
