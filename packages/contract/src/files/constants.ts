export const fileTypes = [
  'config',
  'custom_file',
  'device_task_manager_file',
  'eventslog',
  'firmware',
  'global_firmware',
  'periodic_backup',
  'troubleshoot',
] as const
export type FileType = (typeof fileTypes)[number]

/** Types that a user can upload for a company; the others come from devices, or are for all companies. */
export const uploadTypes = ['firmware', 'config', 'device_task_manager_file'] as const
export type UploadType = (typeof uploadTypes)[number]

/** Codes that programs can send in place of a type. */
export const uploadFileCodes = { firmware: 100, config: 101 } as const

/** Firmware is no secret: equal images are stored once for all companies. */
export const isFirmware = (type: FileType) => type === 'firmware' || type === 'global_firmware'

/** Declarations of an image: `stable` is recommended, `latest` is the newest. */
export const declarations = ['stable', 'latest'] as const
export type Declaration = (typeof declarations)[number]

export const fileSorts = [
  'id',
  'name',
  'type',
  'company_name',
  'device_model',
  'version',
  'file_size',
  'created_at',
] as const

/** Rules for an uploaded file; `warnings` shows the maximum size before a file is selected. */
export const uploadRules = { warnings: true } as const

export const fileLimits = {
  /** Bytes in one part of an upload. */
  part: 8 * 1024 * 1024,
  /** Open uploads per user. */
  uploads: 20,
  /** Hours after which an upload without progress is removed. */
  hours: 24,
  archive: 50,
  /** Characters of a name. */
  name: 200,
  /** Companies with which a file is shared. */
  companies: 500,
} as const
