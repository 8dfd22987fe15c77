/** Behind one more import: what the first page has to name of each page would make it larger than it may be. */
export const templates = () => import('./templates-page.tsx').then((file) => file.TemplatesPage)
export const newTemplate = () => import('./template-page.tsx').then((file) => file.NewTemplatePage)
export const editTemplate = () => import('./template-page.tsx').then((file) => file.EditTemplatePage)
export const tab = () => import('./monitoring-tab.tsx').then((file) => file.MonitoringTab)
