import type { SearchVerb } from '../../registry/domain.ts'
import { only } from '../../tables/selected-rows.ts'
import { shownKinds, startAction } from './kinds.ts'

/** Kinds offered in the search, by their search word. */
export const verbs: readonly SearchVerb[] = shownKinds().flatMap(({ name: kind, kind: { searchWord, permission } }) =>
  searchWord === null
    ? []
    : [
        {
          key: searchWord,
          of: 'devices',
          label: `actions:verbs.${kind}`,
          permission,
          run: ({ id, name }) => void startAction(kind, only(id, name)),
        },
      ],
)
