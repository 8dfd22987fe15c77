/** Behind one more import: what the first page has to name of each page would make it larger than it may be. */
export const configsPage = () => import('./configs-page.tsx').then((file) => file.ConfigsPage)
export const templatesPage = () => import('./templates-page.tsx').then((file) => file.TemplatesPage)
export const backupsPage = () => import('./backups-page.tsx').then((file) => file.BackupsPage)
export const configurationTab = () => import('./configuration-tab.tsx').then((file) => file.ConfigurationTab)
