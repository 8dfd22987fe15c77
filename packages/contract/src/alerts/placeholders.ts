/** Placeholders in a message or subject, with the values that replace them. */
export const placeholders = {
  '%rn': 'name',
  '%et': 'type',
  /** Sentence about the event. */
  '%ex': 'event',
  /** Time in the zone of the user who created the rule. */
  '%ts': 'time',
} as const

export type PlaceholderValues = Record<(typeof placeholders)[keyof typeof placeholders], string>

export const defaultSubject = '%et: %rn'
export const defaultMessage = 'Router name - %rn; Event type - %et; Event text - %ex; Time stamp - %ts'

const anyPlaceholder = /%(?:rn|et|ex|ts)/g

/** In one pass, so that placeholders in the name of a device are not replaced. */
export const fillPlaceholders = (template: string, values: PlaceholderValues): string =>
  template.replace(anyPlaceholder, (found) => values[placeholders[found as keyof typeof placeholders]])
