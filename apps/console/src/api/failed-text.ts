import i18next from 'i18next'

const actions = [
  ['create', /^create/],
  ['update', /^(update|overwrite|set_)/],
  ['remove', /^delete/],
  ['get', /^(get|list|export|tree|logs|statistics)/],
] as const

/** Text for a failed response without a message (spec §8); `name` is that of the endpoint. */
export function failedText(name: string, status: number, statusText: string): string {
  const [domain = '', verb = ''] = name.split('.')
  const reason = statusText || String(status)
  const action = actions.find(([, names]) => names.test(verb))?.[0]
  const item = i18next.t(`ui:items.${domain as 'tags'}`, { defaultValue: '' })
  return action && item ? i18next.t(`ui:failed.${action}`, { item, reason }) : i18next.t('ui:failed.call', { reason })
}
