/** Behind one more import: what the first page has to name of each page would make it larger than it may be. */
export const filesPage = () => import('./files-page.tsx').then((file) => file.FilesPage)
export const imagesPage = () => import('./images-page.tsx').then((file) => file.ImagesPage)
export const companyFiles = () => import('./company-files.tsx').then((file) => file.CompanyFiles)
export const companyImages = () => import('./company-images.tsx').then((file) => file.CompanyImages)
export const globalFirmwarePage = () => import('./global-firmware-page.tsx').then((file) => file.GlobalFirmwarePage)
