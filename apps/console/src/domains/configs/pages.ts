/** Behind one more import: the entries of each page would make the first page exceed its size limit. */
export const configsPage = () => import('./configs-page.tsx').then((file) => file.ConfigsPage)
export const templatesPage = () => import('./templates/page.tsx').then((file) => file.TemplatesPage)
export const backupsPage = () => import('./backups/page.tsx').then((file) => file.BackupsPage)
export const configurationTab = () => import('./configuration-tab.tsx').then((file) => file.ConfigurationTab)
