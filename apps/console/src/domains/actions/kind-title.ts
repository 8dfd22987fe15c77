import './texts.ts'
import { type ActionKindName, findActionKind } from '@longreach/contract/actions/kinds'
import i18next from 'i18next'

/** What an action is called; one that only a newer server knows by its name. */
export const kindTitle = (kind: string): string =>
  findActionKind(kind) ? i18next.t(`actions:${kind as ActionKindName}`) : kind
