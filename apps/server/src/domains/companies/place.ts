import type { Placement } from '../../db/scope.ts'

/** Position of a company in the tree. */
export interface Node {
  id: number
  level: number
  l1_id: number | null
  l2_id: number | null
}

/** Position of a company under a parent, as the scope columns store it. */
export function placeUnder(parent: Node, id: number): Node {
  const level = parent.level + 1
  if (level === 1) return { id, level, l1_id: id, l2_id: null }
  if (level === 2) return { id, level, l1_id: parent.id, l2_id: id }
  return { id, level, l1_id: parent.l1_id, l2_id: parent.id }
}

export const placementOf = ({ id, l1_id, l2_id }: Node): Placement => ({ company_id: id, l1_id, l2_id })
