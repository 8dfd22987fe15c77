/** Behind one more import: the entries of each page would make the first page exceed its size limit. */
export const alertsPage = () => import('./alerts-page.tsx').then((file) => file.AlertsPage)
export const rulesPage = () => import('./rules-page.tsx').then((file) => file.RulesPage)
export const activityCard = () => import('./activity-card.tsx').then((file) => file.ActivityCard)
export const forms = () => import('./form-pages.tsx')
export const search = () => import('./search.ts')
export const help = () => import('./en/help.json')
