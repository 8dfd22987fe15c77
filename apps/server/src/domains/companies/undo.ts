import { text } from '@longreach/contract/i18n'
import { notFound } from '../../endpoint/problem.ts'
import { changedSince, type UndoStep, undoKind } from '../../endpoint/undo.ts'
import { checkName, type LockedCompany, lockCompany, renameCompany } from './change.ts'
import { type MoveDeps, moveUnder } from './move.ts'

interface Renamed {
  id: number
  from: string
  to: string
}

export const companyRenamed = (state: Renamed): UndoStep => ({ kind: 'companies.rename', state })

export const renamedCompanies = undoKind<Renamed>(
  'companies.rename',
  'update_companies',
  async ({ db, scope, emit }, states) => {
    for (const { id, from, to } of states) {
      const company = await lockCompany(db, scope, id)
      if (!company) throw notFound()
      if (company.name !== to) throw changedSince(text('companies.undo_renamed', { name: company.name }))
      await checkName(db, company.parent_id, from, id)
      await renameCompany(db, id, from)
      emit({ type: 'company.changed', data: { company_id: id } })
    }
  },
)

interface Moved {
  id: number
  /** Ids of the parents before and after the move. */
  from: number
  to: number
}

export const companyMoved = (state: Moved): UndoStep => ({ kind: 'companies.move', state })

export const movedCompanies = (deps: MoveDeps) =>
  undoKind<Moved>('companies.move', 'move_companies', async (call, states) => {
    const { emit } = call
    for (const { id, from, to } of states) {
      const check = ({ parent_id, name }: LockedCompany) => {
        if (parent_id !== to) throw changedSince(text('companies.undo_moved', { name }))
      }
      await moveUnder(call, { source: id, target: from, check }, deps)
      emit({ type: 'company.moved', data: { company_id: id, from_parent_id: to } })
    }
  })
