/** Behind one more import: the entries of each page would make the first page exceed its size limit. */
export const statisticsPage = () => import('./statistics-page.tsx').then((file) => file.StatisticsPage)
export const generalTab = () => import('./general-tab.tsx').then((file) => file.GeneralTab)
export const attemptsTab = () => import('./attempts-tab.tsx').then((file) => file.AttemptsTab)
export const monthsTab = () => import('./months-tab.tsx').then((file) => file.MonthsTab)
export const onlineTab = () => import('./online-tab.tsx').then((file) => file.OnlineTab)
export const actionsTab = () => import('./actions-tab.tsx').then((file) => file.ActionsTab)
export const uniqueTab = () => import('./unique-tab.tsx').then((file) => file.UniqueTab)
