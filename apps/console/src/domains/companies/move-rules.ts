import { companyLevels, type TreeCompany } from '@longreach/contract/companies/schemas'

type Source = Pick<TreeCompany, 'id' | 'parent_id' | 'level' | 'levels_below'>

/** Target of a drop: another company, or null for the first level. */
type Target = Pick<TreeCompany, 'id' | 'level'> | null

export type Refusal = 'inside' | 'same' | 'deep' | 'last'

/** Reason why a company cannot move there; null if it can. `path`: ids of the target and of its ancestors. */
export function refusalOf(source: Source, target: Target, path: readonly number[]): Refusal | null {
  if (path.includes(source.id)) return 'inside'
  if (target === null ? source.level === 1 : source.parent_id === target.id) return 'same'
  if (target?.level === companyLevels) return 'last'
  return (target?.level ?? 0) + 1 + source.levels_below > companyLevels ? 'deep' : null
}
