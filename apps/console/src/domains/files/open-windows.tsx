import './texts.ts'
import type { UploadType } from '@longreach/contract/files/constants'
import type { ImageRecord } from '@longreach/contract/files/image-schemas'
import type { FileRecord } from '@longreach/contract/files/schemas'
import i18next from 'i18next'
import type { RowSource } from '../../tables/use-row-pages.ts'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'

const AddWindow = lazy(() => import('./add-window.tsx').then((file) => ({ default: file.AddWindow })))
const AddGlobalWindow = lazy(() => import('./add-window.tsx').then((file) => ({ default: file.AddGlobalWindow })))
const AddImagesWindow = lazy(() => import('./add-window.tsx').then((file) => ({ default: file.AddImagesWindow })))
const EditImageWindow = lazy(() => import('./edit-window.tsx').then((file) => ({ default: file.EditImageWindow })))
const GalleryWindow = lazy(() => import('./gallery-window.tsx').then((file) => ({ default: file.GalleryWindow })))
const EditWindow = lazy(() => import('./edit-window.tsx').then((file) => ({ default: file.EditWindow })))
const CompaniesWindow = lazy(() => import('./companies-window.tsx').then((file) => ({ default: file.CompaniesWindow })))
const FileWindow = lazy(() => import('./file-window.tsx').then((file) => ({ default: file.FileWindow })))

/** Uploads files, selected beforehand or in the window; with null, firmware for all companies. */
export function openAddFile(company: number | null | undefined, files: readonly File[] = [], type?: UploadType): void {
  const global = company === null
  windows.open({
    id: 'file-new',
    title: i18next.t(global ? 'files:addGlobal' : 'files:add'),
    width: 520,
    help: 'management.files',
    content: global ? (
      <AddGlobalWindow files={files} />
    ) : (
      <AddWindow company={company ?? null} files={files} type={type} />
    ),
  })
}

export function openEditFile(file: FileRecord): void {
  windows.open({
    id: `file-edit-${file.id}`,
    title: file.name,
    width: 520,
    content: <EditWindow file={file} />,
  })
}

export function openFileCompanies(file: FileRecord): void {
  windows.open({
    id: `file-companies-${file.id}`,
    title: i18next.t('files:companies.title', { name: file.name }),
    width: 520,
    content: <CompaniesWindow file={file} />,
  })
}

export function openFile(file: FileRecord): void {
  windows.open({
    id: `file-${file.id}`,
    title: file.name,
    width: 560,
    help: 'management.files',
    content: <FileWindow file={file} />,
  })
}

/** Uploads images, selected beforehand or in the window. */
export function openAddImage(company?: number, files: readonly File[] = []): void {
  windows.open({
    id: 'image-new',
    title: i18next.t('files:images.add'),
    width: 520,
    help: 'management.images',
    content: <AddImagesWindow company={company ?? null} files={files} />,
  })
}

export function openEditImage(image: ImageRecord): void {
  windows.open({
    id: `image-edit-${image.id}`,
    title: image.name,
    width: 520,
    content: <EditImageWindow image={image} />,
  })
}

const gallery = 'image-gallery'

/** Opens an image of a list; from there the user can go to the others. */
export function openGallery(image: ImageRecord, source: RowSource<ImageRecord>): void {
  windows.open({
    id: gallery,
    title: image.name,
    width: 980,
    contentFocus: true,
    help: 'management.images',
    content: <GalleryWindow image={image} source={source} onShown={({ name }) => windows.rename(gallery, name)} />,
  })
}
