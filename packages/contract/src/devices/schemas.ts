import * as z from 'zod/mini'
import { formFields, formSchema, nameText, optionalFields } from '../forms/schema.ts'
import { text } from '../i18n.ts'
import { companyId, id } from '../ids.ts'
import { tagMarkSchema } from '../tags/mark.ts'
import { time, timeText } from '../time-schemas.ts'
import { attentionKinds, configStates, deviceLogTypes, monitoringIntervals, offlineReasons } from './constants.ts'
import { editDeviceForm, newDeviceForm, newEnrolmentKeyForm } from './forms.ts'
import { keyState } from './key-state.ts'
import { positionSchema } from './position.ts'

const someText = () => z.nullable(z.string())
const number = () => z.nullable(z.number())
const int = () => z.nullable(z.int())

/** Mobile values of one modem; those of a second modem have the suffix `_2`. */
const mobile = {
  /** RSSI in dBm. */
  signal: number(),
  rsrp: number(),
  rsrq: number(),
  sinr: number(),
  rscp: number(),
  ecio: number(),
  connection_type: someText(),
  connection_state: someText(),
  network_state: someText(),
  operator: someText(),
  operator_number: someText(),
  cell_id: someText(),
  lac: someText(),
  mcc: someText(),
  mnc: someText(),
  band: someText(),
  sim_slot: int(),
  sim_state: someText(),
  pin_state: someText(),
  /** Bytes. */
  sent: number(),
  /** Bytes. */
  received: number(),
  /** Tenths of a degree Celsius. */
  temperature: number(),
  modem_manufacturer: someText(),
  modem_model: someText(),
  modem_firmware: someText(),
  iccid: someText(),
  imsi: someText(),
}

const second = Object.fromEntries(Object.entries(mobile).map(([name, schema]) => [`${name}_2`, schema])) as {
  [K in keyof typeof mobile as `${K}_2`]: (typeof mobile)[K]
}

const intervals = Object.fromEntries(Object.keys(monitoringIntervals).map((name) => [name, z.int()])) as {
  [K in keyof typeof monitoringIntervals]: z.ZodMiniNumberFormat
}

/** The record of rms-domain §2.1, as the public API returns it. */
export const deviceSchema = z.object({
  id: id('device'),
  company_id: companyId(),
  company_name: z.string(),
  name: z.string(),
  description: z.string(),
  model: someText(),
  original_model: someText(),
  serial: z.string(),
  mac: someText(),
  imei: someText(),
  batch_number: someText(),
  product_code: someText(),
  hardware_revision: someText(),
  firmware: someText(),
  /** Whether the stable image is newer. */
  firmware_outdated: z.boolean(),
  config_state: z.enum(configStates),
  /** Reasons why it needs attention, most urgent first; those of the filter `attention`. */
  attention: z.array(z.enum(attentionKinds)),
  /** 0 offline, 1 online, 2 pending, null not activated. */
  status: z.nullable(z.int()),
  /** Reason why it is offline; null while it is not. */
  offline_reason: z.nullable(z.enum(offlineReasons)),
  /** 1: reports over the control link. */
  mqtt: z.int(),
  activation_status: z.string(),
  is_authenticated: z.int(),
  failed_auth_reason: int(),
  last_connection_at: z.nullable(time()),
  last_update_at: z.nullable(time()),
  wan_state: someText(),
  wan_ip: someText(),
  mobile_ip: someText(),
  /** Seconds. */
  router_uptime: number(),
  /** Seconds. */
  connection_uptime: number(),
  clients_count: int(),
  monitoring_enabled: z.int(),
  ...intervals,
  /** Metered connection: reports are sent in batches, and a lost connection is noticed later. */
  metered_connection: z.boolean(),
  ...mobile,
  ...second,
  imei_2: someText(),
  /** State of its L2TP tunnels: 1 online, 2 offline, 3 disabled, 4 if they differ; null if it has none. */
  vpn_monitoring_instances_state: int(),
  fix_status: someText(),
  satellites: int(),
  latitude: number(),
  longitude: number(),
  altitude: number(),
  speed: number(),
  course: number(),
  accuracy: number(),
  user_set_latitude: number(),
  user_set_longitude: number(),
  /** Position from the most trusted source; null if unknown, or without the permission to view it. */
  position: z.nullable(positionSchema),
  is_esim_bootstrap: z.boolean(),
  /** Tags that the caller sees, by name. */
  tags: z.array(tagMarkSchema),
  created_at: time(),
  updated_at: time(),
})

export type Device = z.infer<typeof deviceSchema>

export const listedDeviceSchema = z.extend(deviceSchema, {
  /** Percentage of the time since then, at most 30 days, with a connection; null if nothing is known. */
  availability: number(),
  availability_since: z.nullable(time()),
})

export type ListedDevice = z.infer<typeof listedDeviceSchema>

/** Derived from model, firmware and reported parameters (reference: flag rules of the model catalogue). */
export const capabilitiesSchema = z.object({
  has_wifi: z.boolean(),
  has_gps: z.boolean(),
  has_rutos: z.boolean(),
  has_mobile: z.boolean(),
  port_count: z.int(),
  has_lan: z.boolean(),
  has_hotspot: z.boolean(),
  sim_count: z.int(),
  has_io: z.boolean(),
  has_ddns: z.boolean(),
  has_data_usage: z.boolean(),
  has_l2tp: z.boolean(),
  has_second_modem: z.boolean(),
  has_network_map: z.boolean(),
  has_esim: z.boolean(),
  has_webfilter: z.boolean(),
  has_vpn: z.boolean(),
  has_legacy_alerts: z.boolean(),
  has_legacy_vpn: z.boolean(),
})

export type Capabilities = z.infer<typeof capabilitiesSchema>

/** A declared image, with its upload as the release. */
const firmwareImage = z.nullable(z.object({ version: someText(), released_at: time(), file_id: id('file') }))

export const deviceDetailsSchema = z.extend(deviceSchema, {
  /** Images that are declared for it; the release of its own firmware is unknown. */
  firmware_information: z.object({
    stable: firmwareImage,
    latest: firmwareImage,
    current: z.object({ version: someText(), released_at: z.nullable(time()) }),
  }),
  capabilities: capabilitiesSchema,
  /** Every latest value by parameter name, in the units of the parameter catalogue. */
  parameters: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
  link: z.nullable(
    z.object({
      address: someText(),
      agent: someText(),
      /** Version that this server offers instead; null if it is installed. */
      agent_offered: someText(),
      backend: someText(),
      protocol: int(),
      node: someText(),
      /** Capabilities reported by the device, besides reporting. */
      caps: z.array(z.string()),
      /** Time since which it has been online or offline. */
      since: z.nullable(time()),
    }),
  ),
  /** Reason why the last connection attempt was refused; null if it was not. */
  failed_auth_message: someText(),
  refused: z.object({
    /** Number of reports and values refused since the device was added. */
    count: z.int(),
    reason: someText(),
    at: z.nullable(time()),
  }),
  ...keyState,
})

export type DeviceDetails = z.infer<typeof deviceDetailsSchema>

/** An enrolment that would replace the key of a device, pending approval. */
export const keyClaimSchema = z.object({
  /** SHA-256 fingerprint of the key, as `ssh-keygen -l` prints it. */
  fingerprint: z.string(),
  /** Source address of the claiming device. */
  address: z.string(),
  /** True if it was proven with a key or password of the device's own company. */
  own_company: z.boolean(),
  /** The claiming company; null if the caller does not see it. */
  company_name: someText(),
  created_at: time(),
  /** Time of the last attempt. */
  claimed_at: time(),
  expires_at: time(),
})

export type KeyClaim = z.infer<typeof keyClaimSchema>

/** The claim to approve or reject, by the fingerprint that was shown. */
export const claimChoiceSchema = z.object({ fingerprint: z.string().check(z.minLength(1), z.maxLength(100)) })

/** A change of a device; changing its tags requires the permission to assign tags. */
export const deviceChangeSchema = z.object(optionalFields(editDeviceForm))

export type DeviceChange = z.infer<typeof deviceChangeSchema>

/** One device of the add-device form. */
export const newDeviceSchema = formSchema(newDeviceForm, { auto_credit_enable: z.optional(z.boolean()) })

export type NewDevice = z.output<typeof newDeviceSchema>

export const enrolmentKeySchema = z.object({
  id: id('enrolment_key'),
  company_id: companyId(),
  company_name: z.string(),
  name: z.string(),
  serial: someText(),
  mac: someText(),
  uses: z.int(),
  used: z.int(),
  expires_at: time(),
  created_at: time(),
})

export type EnrolmentKey = z.infer<typeof enrolmentKeySchema>

const keyFields = formFields(newEnrolmentKeyForm)

export const newEnrolmentKeySchema = z
  .object({
    ...keyFields,
    name: z.optional(nameText(100)),
    /** Number of devices that may use it. */
    uses: z._default(keyFields.uses, 1),
    /** Instead of `expires_in`, in seconds from now; without either it is valid for a day. At most a year. */
    expires_at: z.optional(timeText()),
  })
  .check(
    z.refine(({ device_name, uses }) => !device_name || uses === 1, {
      path: ['device_name'],
      error: text('devices.single_name'),
    }),
  )

/** Shown once: the key itself is not stored. */
export const createdEnrolmentKeySchema = z.object({
  id: id('enrolment_key'),
  key: z.string(),
  created_at: time(),
  expires_at: time(),
  /** SHA-256 fingerprint of the gateway's host key, as `ssh-keygen -l` prints it. */
  host_key_fingerprint: z.string(),
  agent_sha256: z.string(),
  /**
   * One install command for each address of the gateway, the most likely one first. `script_url` returns its text, for
   * `curl -fsSL <script_url> | sh`; null unless the console is reached by HTTPS with a certificate that devices can
   * trust.
   */
  lines: z.array(z.object({ address: z.string(), line: z.string(), script_url: someText() })),
  /** True if the installation is the demo, whose devices are lost with it. */
  demo: z.boolean(),
})

export const deviceLogSchema = z.object({
  id: z.int(),
  company_id: z.nullable(companyId()),
  device_id: z.nullable(id('device')),
  user_id: z.nullable(id('user')),
  username: someText(),
  serial: someText(),
  mac: someText(),
  model: someText(),
  firmware: someText(),
  /**
   * `connection` (an attempt), `state` (online, offline), `event` (reported by the device), `change` (made by a user),
   * `action` (sent to the device).
   */
  type: z.enum(deviceLogTypes),
  status: z.boolean(),
  /** Result code of an attempt. */
  code: int(),
  log: z.string(),
  ip: someText(),
  user_agent: someText(),
  /** The action, for lines of that type. */
  action_id: z.nullable(id('action')),
  created_at: time(),
})

export type DeviceLog = z.infer<typeof deviceLogSchema>

export const moveLossesSchema = z.object({
  /** Number of tags that the other company does not have, and of devices that have any of them. */
  tags: z.int(),
  tagged_devices: z.int(),
  /** Number of remote access entries with a stored password. */
  passwords: z.int(),
  /** Number of monitoring templates of companies that are not above the other one. */
  templates: z.int(),
  /** Number of actions that were not sent yet; they are cancelled. */
  actions: z.int(),
  /** Number of open remote sessions; they end. */
  sessions: z.int(),
  /** Number of devices with a running action; they are not moved. */
  busy: z.int(),
})

export type MoveLosses = z.infer<typeof moveLossesSchema>
