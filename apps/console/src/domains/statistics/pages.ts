/** Behind one more import: what the first page has to name of each page would make it larger than it may be. */
export const statisticsPage = () => import('./statistics-page.tsx').then((file) => file.StatisticsPage)
export const generalTab = () => import('./general-tab.tsx').then((file) => file.GeneralTab)
export const attemptsTab = () => import('./attempts-tab.tsx').then((file) => file.AttemptsTab)
export const monthsTab = () => import('./months-tab.tsx').then((file) => file.MonthsTab)
export const onlineTab = () => import('./online-tab.tsx').then((file) => file.OnlineTab)
export const actionsTab = () => import('./actions-tab.tsx').then((file) => file.ActionsTab)
export const uniqueTab = () => import('./unique-tab.tsx').then((file) => file.UniqueTab)
