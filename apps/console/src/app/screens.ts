import { screensOf } from '../registry/registered.ts'
import { domains } from './domains.ts'

/** Every page there is (spec §2); `absent-screens.ts` has those that are not built. */
export const screens = screensOf(domains)
