import { shellTab } from './shell-tab.tsx'

export const kinds = { shell: shellTab }
