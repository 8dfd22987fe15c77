import '../ui/texts.ts'
import i18next from 'i18next'
import { confirm } from './confirm.tsx'

/** Asks before the entries of a filled window are lost. */
export const askToDiscard = (title: string): Promise<boolean> =>
  confirm({
    title: i18next.t('ui:discard.title'),
    text: i18next.t('ui:discard.text', { title }),
    confirm: i18next.t('ui:discard.confirm'),
    cancel: i18next.t('ui:discard.cancel'),
    danger: true,
  })
