import type { DashboardValues } from '@longreach/contract/dashboards/schemas'

type Custom = DashboardValues['custom'][string]

/** Parameters of templates by name. An id is never given to another parameter, so all that can change is how it is called. */
const known = new Map<string, Custom>()

/** Called with every answer that names some, before it is shown. */
export function learnCustom(custom: DashboardValues['custom']): void {
  for (const [name, one] of Object.entries(custom)) known.set(name, one)
}

export const customParameter = (name: string): Custom | undefined => known.get(name)
