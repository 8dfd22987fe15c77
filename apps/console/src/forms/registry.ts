import type { FormPage } from '../registry/domain.ts'
import { registeredDomains } from '../registry/registered.ts'

const loaded = new Map<string, Promise<FormPage | undefined>>()

/** The page of a form by its name, loaded once with its texts; undefined if there is none. */
export function loadFormPage(name: string): Promise<FormPage | undefined> {
  const known = loaded.get(name)
  if (known) return known
  const forms = registeredDomains().find((domain) => domain.forms?.names.includes(name))?.forms
  const page = forms
    ? forms.load().then(({ pages }) => pages.find(({ form }) => form.name === name))
    : Promise.resolve(undefined)
  loaded.set(name, page)
  return page
}
