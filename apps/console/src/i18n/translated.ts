import { translateMessage } from '@longreach/contract/i18n'
import i18next from 'i18next'

/** A message of the contract in the language of the console; any other message unchanged. */
export const translated = (message: string): string =>
  translateMessage(message, (key, values) => i18next.t(`texts:${key}` as never, values as never) as unknown as string)
