/** What a message or a subject may contain, and what it is replaced with. */
export const placeholders = {
  /** Name of the device. */
  '%rn': 'name',
  /** Type of the event. */
  '%et': 'type',
  /** What has happened. */
  '%ex': 'event',
  /** The time, in the zone of the user who created the rule. */
  '%ts': 'time',
} as const

export type PlaceholderValues = Record<(typeof placeholders)[keyof typeof placeholders], string>

export const defaultSubject = '%et: %rn'
export const defaultMessage = 'Router name - %rn; Event type - %et; Event text - %ex; Time stamp - %ts'

const anyPlaceholder = /%(?:rn|et|ex|ts)/g

/** In one pass: what a device is called is not looked through for placeholders. */
export const fillPlaceholders = (template: string, values: PlaceholderValues): string =>
  template.replace(anyPlaceholder, (found) => values[placeholders[found as keyof typeof placeholders]])
