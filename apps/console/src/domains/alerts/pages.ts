/** Behind one more import: what the first page has to name of each page would make it larger than it may be. */
export const alertsPage = () => import('./alerts-page.tsx').then((file) => file.AlertsPage)
export const rulesPage = () => import('./rules-page.tsx').then((file) => file.RulesPage)
export const activityCard = () => import('./activity-card.tsx').then((file) => file.ActivityCard)
export const forms = () => import('./form-pages.tsx')
export const search = () => import('./search.ts')
export const help = () => import('./en/help.json')
