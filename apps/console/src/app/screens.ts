import { screensOf } from '../registry/registered.ts'
import { domains } from './domains.ts'

/** All pages (spec §2); `absent-screens.ts` lists those that are not built. */
export const screens = screensOf(domains)
