import account from '@longreach/contract/account/texts.en.json' with { type: 'json' }
import actions from '@longreach/contract/actions/texts.en.json' with { type: 'json' }
import alerts from '@longreach/contract/alerts/texts.en.json' with { type: 'json' }
import audit from '@longreach/contract/audit/texts.en.json' with { type: 'json' }
import campaigns from '@longreach/contract/campaigns/texts.en.json' with { type: 'json' }
import companies from '@longreach/contract/companies/texts.en.json' with { type: 'json' }
import configs from '@longreach/contract/configs/texts.en.json' with { type: 'json' }
import dashboards from '@longreach/contract/dashboards/texts.en.json' with { type: 'json' }
import devices from '@longreach/contract/devices/texts.en.json' with { type: 'json' }
import files from '@longreach/contract/files/texts.en.json' with { type: 'json' }
import firmware from '@longreach/contract/firmware/texts.en.json' with { type: 'json' }
import forms from '@longreach/contract/forms/texts.en.json' with { type: 'json' }
import { type Translate, translateJson, translateMessage } from '@longreach/contract/i18n'
import mail from '@longreach/contract/mail/texts.en.json' with { type: 'json' }
import monitoring from '@longreach/contract/monitoring/texts.en.json' with { type: 'json' }
import notices from '@longreach/contract/notices/texts.en.json' with { type: 'json' }
import notifications from '@longreach/contract/notifications/texts.en.json' with { type: 'json' }
import outages from '@longreach/contract/outages/texts.en.json' with { type: 'json' }
import remote from '@longreach/contract/remote/texts.en.json' with { type: 'json' }
import roles from '@longreach/contract/roles/texts.en.json' with { type: 'json' }
import statistics from '@longreach/contract/statistics/texts.en.json' with { type: 'json' }
import storage from '@longreach/contract/storage/texts.en.json' with { type: 'json' }
import system from '@longreach/contract/system/texts.en.json' with { type: 'json' }
import tags from '@longreach/contract/tags/texts.en.json' with { type: 'json' }
import tasks from '@longreach/contract/tasks/texts.en.json' with { type: 'json' }
import users from '@longreach/contract/users/texts.en.json' with { type: 'json' }
import { createInstance } from 'i18next'

export type Language = 'en'

export const i18n = createInstance()
void i18n.init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  resources: {
    en: {
      texts: {
        account,
        actions,
        alerts,
        audit,
        campaigns,
        companies,
        configs,
        dashboards,
        devices,
        files,
        firmware,
        forms,
        mail,
        monitoring,
        notices,
        notifications,
        outages,
        remote,
        roles,
        statistics,
        storage,
        system,
        tags,
        tasks,
        users,
      },
    },
  },
  defaultNS: 'texts',
  // No escaping here: texts end up in JSON, mails and pages, each of which escapes by itself.
  interpolation: { escapeValue: false },
})

const translatorOf = (lng: Language) => i18n.getFixedT(lng) as unknown as Translate

/** The text of a key as in the catalogue, with its placeholders; undefined if there is none. */
export const templateOf = (key: string, language: Language): string | undefined =>
  i18n.getResource(language, 'texts', key) as string | undefined

/** A message in a language; called when it leaves the server for a user. */
export const translate = (message: string, language: Language): string =>
  translateMessage(message, translatorOf(language))
export const translateDocument = (json: string, language: Language): string =>
  translateJson(json, translatorOf(language))
/** For logs and programs. */
export const inEnglish = (message: string): string => translate(message, 'en')

/** The language of a request; will depend on `Accept-Language` as soon as there is another catalogue. */
export const languageOf = (_request: object): Language => 'en'
