import { type Domain, menuGroups } from './domain.ts'
import { screensOf } from './registered.ts'

/** Errors in the declared domains, one line each. */
export function checkDomains(domains: readonly Domain[]): string[] {
  const screens = screensOf(domains)
  const hosts = new Map(screens.flatMap(({ tabs, path }) => (tabs ? [[tabs, path] as const] : [])))
  const places = new Set([...domains, ...screens].flatMap((owner) => owner.places ?? []))
  const items = new Set(screens.flatMap(({ menu }) => menu?.item ?? []))
  const faults = [
    ...twice(
      'Domain',
      domains.map(({ name }) => name),
    ),
    ...twice(
      'Screen',
      screens.map(({ path }) => path),
    ),
    ...twice(
      'Page with tabs',
      screens.flatMap(({ tabs }) => tabs ?? []),
    ),
    ...twice(
      'Form',
      domains.flatMap(({ forms }) => forms?.names ?? []),
    ),
    ...twice(
      'Picker',
      domains.flatMap(({ pickers }) => Object.keys(pickers ?? {})),
    ),
    ...twice(
      'Kind of tab',
      domains.flatMap(({ dock }) => dock?.kinds ?? []),
    ),
  ]
  for (const { name, screens: own = [], parts = [] } of domains) {
    for (const { path, menu, under, tab } of own) {
      const where = `Domain ${name}, screen ${path}:`
      if (menu && !menuGroups.includes(menu.group)) faults.push(`${where} there is no menu group ${menu.group}`)
      if (under !== undefined && !items.has(under)) faults.push(`${where} there is no menu item ${under}`)
      const host = tab && hosts.get(tab.of)
      if (tab && !host) faults.push(`${where} no page has tabs named ${tab.of}`)
      if (host && !path.startsWith(`${host}/`)) faults.push(`${where} a tab of ${host} has a path below it`)
    }
    for (const { at } of parts) if (!places.has(at)) faults.push(`Domain ${name}: there is no place ${at}`)
  }
  return faults
}

function twice(kind: string, names: readonly string[]): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].map(
    (name) => `${kind} ${name} is declared twice`,
  )
}
