import type { Domain, HelpTexts } from '../../registry/domain.ts'
import { registeredDomains } from '../../registry/registered.ts'

const loaded = new WeakMap<readonly Domain[], Promise<HelpTexts>>()

/** Every help text by its name, loaded once. */
export function loadHelp(): Promise<HelpTexts> {
  const domains = registeredDomains()
  const texts =
    loaded.get(domains) ??
    Promise.all(domains.map(async ({ help }) => (await help?.())?.default ?? {})).then((parts) =>
      Object.assign({}, ...parts),
    )
  loaded.set(domains, texts)
  return texts
}
