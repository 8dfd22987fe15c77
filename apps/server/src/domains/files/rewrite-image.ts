import { imageLimits } from '@longreach/contract/files/images'
import { text } from '@longreach/contract/i18n'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { Problem } from '../../endpoint/problem.ts'
import { hasTooMuchMetadata } from './png-metadata.ts'

export const imageFormats = ['jpeg', 'png'] as const
export type ImageFormat = (typeof imageFormats)[number]

export interface RewrittenImage {
  format: ImageFormat
  width: number
  height: number
  bytes: Buffer
  thumbnail: Buffer
}

/** Largest size of a thumbnail in pixels. */
const thumbnailSize = { width: 480, height: 360 }
/** Decoding runs in the thread pool, which name look-ups and password hashes need, too. */
const atOnce = 2
const mostWaiting = 20
const seconds = 20

// Each image is read once, and only these two decoders process uploads.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })

const options = { failOn: 'error', limitInputPixels: imageLimits.width * imageLimits.height } as const

const refused = (message: ReturnType<typeof text>) => new Problem('VALIDATION_FAILED', { source: 'image', message })

/** Damaged metadata is refused, although some decoders skip it. */
function checkMetadata(bytes: Buffer): void {
  let tooMuch: boolean
  try {
    tooMuch = hasTooMuchMetadata(bytes)
  } catch {
    throw refused(text('files.image_broken'))
  }
  if (tooMuch) throw refused(text('files.image_metadata'))
}

async function readMetadata(bytes: Buffer): Promise<Metadata | null> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch {
    return null
  }
}

/** Reads the header before anything is decoded. Throws unless it is an image that may be uploaded. */
async function readHeader(bytes: Buffer): Promise<ImageFormat> {
  checkMetadata(bytes)
  const header = await readMetadata(bytes)
  const format = imageFormats.find((one) => one === header?.format)
  if (!header || !format) throw refused(text('files.not_image'))
  const { width, height } = header.autoOrient
  if (width > imageLimits.width || height > imageLimits.height)
    throw refused(text('files.image_too_large', { width: imageLimits.width, height: imageLimits.height }))
  return format
}

/** Rotates the image as its metadata says and drops the metadata. */
async function rewrite(bytes: Buffer): Promise<RewrittenImage> {
  const format = await readHeader(bytes)
  const image = sharp(bytes, options).timeout({ seconds }).autoOrient()
  const written = (from: Sharp) =>
    (format === 'jpeg' ? from.jpeg({ quality: 90 }) : from.png()).toBuffer({ resolveWithObject: true })
  try {
    const { data, info } = await written(image.clone())
    const thumbnail = await written(image.clone().resize({ ...thumbnailSize, fit: 'inside', withoutEnlargement: true }))
    return { format, width: info.width, height: info.height, bytes: data, thumbnail: thumbnail.data }
  } catch {
    throw refused(text('files.image_broken'))
  }
}

let running = 0
const waiting: (() => void)[] = []

/**
 * Decodes an uploaded image and encodes it again, with a thumbnail. Throws if it is not an image, damaged or too large.
 */
export async function rewriteImage(bytes: Buffer): Promise<RewrittenImage> {
  if (waiting.length >= mostWaiting)
    throw new Problem('UNAVAILABLE', { message: text('files.images_busy'), retryAfter: 5 })
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await rewrite(bytes)
  } finally {
    // The next one takes this place.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
