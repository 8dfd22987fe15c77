export const configLimits = {
  /** Calls per change or template. */
  calls: 100,
  /** Parameters in the query of a call. */
  parameters: 50,
  /** Calls of one read of values; characters of JSON that are read from each answer, and from all. */
  read: { endpoints: 20, searches: 20, elements: 20, answer: 64 * 1024, all: 256 * 1024 },
  /** Devices per change: each gets its own text. */
  devices: 2000,
  /** Bytes of the content for one device. */
  bytes: 1024 * 1024,
  /** Templates, and saved configurations, per company. */
  templates: 200,
  name: 100,
  /** Characters of a file with variables of devices. */
  csv: 1024 * 1024,
  /** Seconds after which a device takes back an unconfirmed change. */
  seconds: { min: 60, default: 120, metered: 300, max: 900 },
  /** Seconds for which a change may wait for devices that are offline. */
  waits: { min: 60, default: 7 * 86_400, max: 30 * 86_400 },
  /** Devices whose difference is shown before a change. */
  shown: 20,
  /** Devices whose present settings are suggested; characters of a value. */
  known: { devices: 50, value: 200 },
  /** Versions stored per device. */
  versions: 200,
  /** Devices named for each reason why some cannot be changed. */
  named: 20,
} as const

/** A template has a version and limits of firmware; a saved configuration is only reused. */
export const templateKinds = ['template', 'saved'] as const
export type TemplateKind = (typeof templateKinds)[number]

/** System of the settings: packages of uci, or files that the device lists. */
export const configSystems = ['uci', 'files'] as const
export type ConfigSystem = (typeof configSystems)[number]

/** Origin of a version: found when the device was read, or brought by a change. */
export const versionReasons = ['found', 'apply', 'restore', 'roll_back', 'adopt'] as const
export type VersionReason = (typeof versionReasons)[number]

/** State of a device's configuration: the intended one, another one, or another one that was accepted for now. */
export const driftStates = ['in_sync', 'drifted', 'ignored'] as const
export type DriftState = (typeof driftStates)[number]

/** Fields of a device that calls can use as `{{variable}}`, besides those of a file. */
export const deviceVariables = ['name', 'serial', 'mac', 'imei', 'model', 'company'] as const
