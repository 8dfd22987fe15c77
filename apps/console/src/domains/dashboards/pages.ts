/** Behind one more import: the entries of each page would make the first page exceed its size limit. */
export const dashboardTab = () => import('./dashboard-tab.tsx').then((file) => file.DashboardTab)
export const phonePage = () => import('./phone-page.tsx').then((file) => file.PhonePage)
