export const imageTypes = ['device_dashboard'] as const

export const imageSorts = ['id', 'name', 'company_name', 'size', 'created_at', 'updated_at'] as const

export const imageLimits = {
  /** Pixels. */
  width: 2048,
  height: 1080,
  /** Characters. */
  description: 255,
} as const

export const imageRules = { max: 5 * 1024 * 1024, accept: '.jpg,.jpeg,.png' } as const
