export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Options for all zones that the browser knows, and `more`: it lists neither UTC nor every name it accepts. */
export const zoneOptions = (...more: readonly string[]) =>
  [...new Set(['UTC', ownZone(), ...more, ...Intl.supportedValuesOf('timeZone')])]
    .sort()
    .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
