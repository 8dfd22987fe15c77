/** Behind one more import: the entries of each page would make the first page exceed its size limit. */
export const templates = () => import('./templates-page.tsx').then((file) => file.TemplatesPage)
export const newTemplate = () => import('./template-page.tsx').then((file) => file.NewTemplatePage)
export const editTemplate = () => import('./template-page.tsx').then((file) => file.EditTemplatePage)
export const tab = () => import('./monitoring-tab.tsx').then((file) => file.MonitoringTab)
