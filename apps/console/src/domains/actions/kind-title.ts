import './texts.ts'
import { type ActionKindName, findActionKind } from '@longreach/contract/actions/kinds'
import i18next from 'i18next'

/** Title of an action; the name of one that only a newer server knows. */
export const kindTitle = (kind: string): string =>
  findActionKind(kind) ? i18next.t(`actions:${kind as ActionKindName}`) : kind
