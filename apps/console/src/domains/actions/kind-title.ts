import './texts.ts'
import { type ActionKindName, findActionKind } from '@longreach/contract/actions/kinds'
import i18next from 'i18next'

/** Title of a kind; its name if only a newer server knows it. */
export const kindTitle = (kind: string): string =>
  findActionKind(kind) ? i18next.t(`actions:${kind as ActionKindName}`) : kind
