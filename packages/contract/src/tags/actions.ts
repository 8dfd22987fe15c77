/** What a tag can start on a device it is put on; the spelling of the last one is that of the public API. */
export const tagActions = [
  'firmware_upload',
  'config_upload',
  'execute_tasks_group',
  'api_request',
  'execute_mulficonfig_template',
] as const
export type TagActionName = (typeof tagActions)[number]

/** `add_device`: the tag was chosen while the device was added. */
export const tagOrigins = ['tag_action', 'add_device'] as const
export type TagOrigin = (typeof tagOrigins)[number]

export const tagActionLimits = {
  actions: 5,
  /** Tags whose actions put on further tags. */
  depth: 3,
  /** A tag runs on a device at most once in so many minutes. */
  minutes: 10,
  /** Days its log is kept. */
  keptDays: 90,
} as const
