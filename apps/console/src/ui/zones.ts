export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** All zone names of the browser; it does not list UTC. */
export const zoneOptions = [...new Set(['UTC', browserZone(), ...Intl.supportedValuesOf('timeZone')])]
  .sort()
  .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
