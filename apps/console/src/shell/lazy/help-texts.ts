import i18next from 'i18next'
import type { Domain, HelpTexts } from '../../registry/domain.ts'
import { registeredDomains } from '../../registry/registered.ts'

const loaded = new WeakMap<readonly Domain[], Promise<HelpTexts>>()

/** All help texts by name, loaded once; texts of the selected language replace the English ones. */
export function loadHelp(): Promise<HelpTexts> {
  const domains = registeredDomains()
  const texts =
    loaded.get(domains) ??
    Promise.all(domains.map(async ({ help }) => (await help?.())?.default ?? {})).then((parts) =>
      Object.assign({}, ...parts, i18next.getResourceBundle(i18next.language, 'help')),
    )
  loaded.set(domains, texts)
  return texts
}
