/** Actions that a tag can start on a device; the spelling of the last one is that of the public API. */
export const tagActions = [
  'firmware_upload',
  'config_upload',
  'execute_tasks_group',
  'api_request',
  'execute_mulficonfig_template',
] as const
export type TagActionName = (typeof tagActions)[number]

/** `add_device`: the tag was selected while the device was added. */
export const tagOrigins = ['tag_action', 'add_device'] as const
export type TagOrigin = (typeof tagOrigins)[number]
