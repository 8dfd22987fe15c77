/** Behind one more import: what the first page has to name of each page would make it larger than it may be. */
export const dashboardTab = () => import('./dashboard-tab.tsx').then((file) => file.DashboardTab)
export const phonePage = () => import('./phone-page.tsx').then((file) => file.PhonePage)
