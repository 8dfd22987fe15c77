import { getImage, getThumbnail } from '@longreach/contract/files/image-endpoints'
import { fillPath } from '../../api/address.ts'
import { apiBase } from '../../api/call.ts'
import { saveFile } from '../../tables/download.ts'

interface Image {
  id: number
  name: string
}

export const addressOf = ({ id }: Pick<Image, 'id'>): string => apiBase + fillPath(getImage.path, { id })
export const thumbnailOf = ({ id }: Pick<Image, 'id'>): string => apiBase + fillPath(getThumbnail.path, { id })

export const downloadImage = ({ id, name }: Image): void => saveFile(fillPath(getImage.path, { id }), name)
