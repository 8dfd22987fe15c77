import type { DashboardValues } from '@longreach/contract/dashboards/schemas'

type Custom = DashboardValues['custom'][string]

/** Parameters of templates by name. Ids are never reused, so only the title of a parameter can change. */
const known = new Map<string, Custom>()

/** Called with every response that contains such parameters, before it is shown. */
export function learnCustom(custom: DashboardValues['custom']): void {
  for (const [name, one] of Object.entries(custom)) known.set(name, one)
}

export const customParameter = (name: string): Custom | undefined => known.get(name)
