export const configLimits = {
  /** Calls of a change or a template. */
  calls: 100,
  /** Parameters in the query of a call. */
  parameters: 50,
  /** Calls of one read of values, and what of each answer, and of all, is read: characters of JSON. */
  read: { endpoints: 20, searches: 20, elements: 20, answer: 64 * 1024, all: 256 * 1024 },
  /** Devices of one change: each gets text of its own. */
  devices: 2000,
  /** Bytes of what one device gets. */
  bytes: 1024 * 1024,
  /** Templates, and saved configurations, of a company. */
  templates: 200,
  name: 100,
  /** Characters of a file that names the variables of devices. */
  csv: 1024 * 1024,
  /** Seconds after which a device takes back what was not confirmed. */
  seconds: { min: 60, default: 120, metered: 300, max: 900 },
  /** Seconds a change may wait for devices that are offline. */
  waits: { min: 60, default: 7 * 86_400, max: 30 * 86_400 },
  /** Devices whose difference is shown before a change. */
  shown: 20,
  /** Versions that are stored of a device. */
  versions: 200,
  /** Why devices cannot be changed: so many are named for each reason. */
  named: 20,
} as const

/** What a template and a saved configuration are: one has a version and limits of firmware, one is only reused. */
export const templateKinds = ['template', 'saved'] as const
export type TemplateKind = (typeof templateKinds)[number]

/** Whose settings they are: packages of uci, or files that the device lists. */
export const configSystems = ['uci', 'files'] as const
export type ConfigSystem = (typeof configSystems)[number]

/** Why there is a version: what a device had when it was read, or what it got. */
export const versionReasons = ['found', 'apply', 'restore', 'adopt'] as const
export type VersionReason = (typeof versionReasons)[number]

/**
 * What a device has, compared with what it is meant to have: the same, something else, or something else that was
 * accepted for now.
 */
export const driftStates = ['in_sync', 'drifted', 'ignored'] as const
export type DriftState = (typeof driftStates)[number]

/** Fields of a device that calls can name as `{{variable}}`, beside those of a file. */
export const deviceVariables = ['name', 'serial', 'mac', 'imei', 'model', 'company'] as const
