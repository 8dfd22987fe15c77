import { addTexts } from '../i18n/i18n.ts'
import type { Domain, Screen } from './domain.ts'

let domains: readonly Domain[] = []
let screens: readonly Screen[] = []

export const screensOf = (list: readonly Domain[]): readonly Screen[] => list.flatMap((domain) => domain.screens ?? [])

export function registerDomains(list: readonly Domain[]): void {
  domains = list
  screens = screensOf(list)
  for (const { name, labels } of list) if (labels) addTexts(name, labels)
}

export const registeredDomains = () => domains
export const registeredScreens = () => screens
