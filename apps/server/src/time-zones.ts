const zones = new Set(Intl.supportedValuesOf('timeZone'))
const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether it is the IANA name of a time zone. */
export const isZone = (name: string): boolean => zones.has(name)

/** `YYYY-MM-DD HH:mm:ss` in a zone. */
export function formatInZone(moment: Date, zone: string): string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
    formats.set(zone, format)
  }
  return format.format(moment)
}
