import type { Plugin } from 'vite'

// By URL: otherwise the bundler of vite's own configuration would include every page.
const source = (file: string) => import(new URL(`../src/${file}`, import.meta.url).href)

/** Stops the build and the dev server if the domains are inconsistent. */
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
