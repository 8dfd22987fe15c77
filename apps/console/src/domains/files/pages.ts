/** Behind one more import: the entries of each page would make the first page exceed its size limit. */
export const filesPage = () => import('./files-page.tsx').then((file) => file.FilesPage)
export const imagesPage = () => import('./images-page.tsx').then((file) => file.ImagesPage)
export const companyFiles = () => import('./company-files.tsx').then((file) => file.CompanyFiles)
export const companyImages = () => import('./company-images.tsx').then((file) => file.CompanyImages)
export const globalFirmwarePage = () => import('./global-firmware-page.tsx').then((file) => file.GlobalFirmwarePage)
