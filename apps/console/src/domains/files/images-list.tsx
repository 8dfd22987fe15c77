import './texts.ts'
import { listImages } from '@longreach/contract/files/image-endpoints'
import type { ImageRecord } from '@longreach/contract/files/image-schemas'
import classes from '../../tables/cells.module.css'
import { createdField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { formatBytes } from '../../ui/format.ts'
import { companyField } from '../companies/public/company-field.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { thumbnailOf } from './image-address.ts'
import { ImageMenu } from './image-menu.tsx'
import images from './images.module.css'
import { Picture } from './picture.tsx'

const text = (value: string) => (
  <span className={classes.cut} title={value}>
    {value}
  </span>
)

/** `1600 × 900 · 245 KB` */
export const sizeOf = ({ original_width, original_height, size }: ImageRecord) =>
  `${original_width} × ${original_height} · ${formatBytes(size)}`

export const imageTable = defineTable({
  name: 'images',
  list: listImages,
  texts: 'files',
  defaultSort: '-created_at',
  nameOf: (image) => image.name,
  pictureOf: (image) => <Picture address={thumbnailOf(image)} alt="" />,
  phoneRow: (image) => <PhoneImage image={image} />,
  columns: (t) => [
    { id: 'name', label: t('columns.name'), width: 240, pinned: true, sort: 'name', cell: (row) => text(row.name) },
    { id: 'size', label: t('columns.size'), width: 160, sort: 'size', cell: (row) => text(sizeOf(row)) },
    {
      id: 'company',
      label: t('columns.company'),
      width: 160,
      notWithin: 'company_id',
      sort: 'company_name',
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
    { id: 'description', label: t('columns.description'), width: 240, cell: (row) => text(row.description) },
    {
      id: 'created',
      label: t('columns.created'),
      width: 168,
      sort: 'created_at',
      hidden: true,
      cell: (row) => <Ago time={row.created_at} />,
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 64, cell: (row) => <ImageMenu image={row} /> },
  ],
  filters: (t) => [companyField(t('columns.company')), createdField(t('columns.created'))],
})

/** Two lines of a phone row, beside the image. */
function PhoneImage({ image }: { image: ImageRecord }) {
  return (
    <div className={classes.phone}>
      <span className={images.small}>
        <Picture address={thumbnailOf(image)} alt="" />
      </span>
      <div className={classes.lines}>
        <span className={classes.name}>{image.name}</span>
        <span className={classes.second}>
          {[sizeOf(image), image.company_name, image.description].filter(Boolean).join(' · ')}
        </span>
      </div>
      <ImageMenu image={image} />
    </div>
  )
}
