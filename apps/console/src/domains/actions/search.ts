import type { SearchVerb } from '../../registry/domain.ts'
import { only } from '../../tables/choice.ts'
import { shownKinds, startAction } from './kinds.ts'

/** Kinds that are offered in the search, by the word that is typed for them. */
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
