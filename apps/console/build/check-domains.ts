import type { Plugin } from 'vite'

// By URL: the bundler of vite's own configuration would otherwise include every page.
const source = (file: string) => import(new URL(`../src/${file}`, import.meta.url).href)

/** Neither the build nor the dev server starts with domains that do not fit together. */
export function checkedDomains(): Plugin {
  return {
    name: 'checked-domains',
    async configResolved() {
      const { domains } = (await source('app/domains.ts')) as typeof import('../src/app/domains.ts')
      const { checkDomains } = (await source('registry/check.ts')) as typeof import('../src/registry/check.ts')
      const faults = checkDomains(domains)
      if (faults.length > 0) throw new Error(faults.join('\n'))
    },
  }
}
