import { longestEmail } from '../email.ts'
import { type Condition, form } from '../forms/fields.ts'
import { alertActions, alertLimits, alertPeriods } from './constants.ts'
import { alertEventIds, dataLimitEvent, geofenceEvents } from './events.ts'

const { data, message, radius, redundancy, subject } = alertLimits

const mailed: Condition = { key: 'action', not: alertActions.notification }
const ofDataLimit: Condition = { key: 'alert_subtype_id', is: dataLimitEvent }
const ofGeofence: Condition = { any: geofenceEvents.map((id) => ({ key: 'alert_subtype_id', is: id })) }

const needs = [
  {
    key: 'sim',
    type: 'select',
    group: 'data',
    label: 'alerts:form.sim',
    required: true,
    options: [
      { value: 1, label: 'alerts:form.sim1' },
      { value: 2, label: 'alerts:form.sim2' },
    ],
    depends: ofDataLimit,
  },
  {
    key: 'data_limit',
    type: 'number',
    group: 'data',
    label: 'alerts:form.dataLimit',
    hint: 'alerts:form.dataLimitHint',
    addon: 'alerts:form.megabytes',
    required: true,
    ...data,
    depends: ofDataLimit,
  },
  {
    key: 'period',
    type: 'select',
    group: 'period',
    label: 'alerts:form.period',
    required: true,
    options: alertPeriods.map((value) => ({ value, label: `alerts:period.${value}` })),
    depends: ofDataLimit,
  },
  {
    key: 'starts',
    type: 'number',
    group: 'period',
    label: 'alerts:form.starts',
    hint: 'alerts:form.startsHint',
    required: true,
    min: 0,
    max: 31,
    depends: ofDataLimit,
  },
  {
    key: 'latitude',
    type: 'number',
    group: 'position',
    label: 'alerts:form.latitude',
    required: true,
    min: -90,
    max: 90,
    step: 'any',
    depends: ofGeofence,
  },
  {
    key: 'longitude',
    type: 'number',
    group: 'position',
    label: 'alerts:form.longitude',
    required: true,
    min: -180,
    max: 180,
    step: 'any',
    depends: ofGeofence,
  },
  {
    key: 'radius',
    type: 'number',
    group: 'position',
    label: 'alerts:form.radius',
    addon: 'alerts:form.metres',
    required: true,
    min: radius.min,
    max: radius.max,
    step: 'any',
    depends: ofGeofence,
  },
  { key: 'area', type: 'hint', group: 'position', label: 'alerts:form.areaHint', depends: ofGeofence },
] as const

const delivery = [
  {
    key: 'action',
    type: 'radio',
    label: 'alerts:form.action',
    hint: 'alerts:form.actionHint',
    required: true,
    options: Object.entries(alertActions).map(([name, value]) => ({ value, label: `alerts:action.${name}` })),
  },
  {
    key: 'email',
    type: 'email',
    label: 'alerts:form.email',
    required: true,
    maxlength: longestEmail,
    depends: mailed,
  },
  {
    key: 'subject',
    type: 'text',
    label: 'alerts:form.subject',
    hint: 'alerts:form.subjectHint',
    required: true,
    maxlength: subject,
    depends: mailed,
  },
  {
    key: 'message',
    type: 'textarea',
    label: 'alerts:form.message',
    hint: 'alerts:form.messageHint',
    required: true,
    maxlength: message,
    rows: 4,
  },
] as const

const interval = {
  key: 'redundancy_interval',
  type: 'number',
  label: 'alerts:form.redundancy',
  hint: 'alerts:form.redundancyHint',
  addon: 'alerts:form.minutes',
  required: true,
  min: redundancy.min,
  max: redundancy.max,
} as const

const groups = { data: {}, period: {}, position: {} } as const

/** Creates one rule for each of the devices. */
export const newAlertForm = form({
  name: 'createAlert',
  title: 'alerts:form.title',
  submit: 'alerts:form.submit',
  groups,
  fields: [
    {
      key: 'device_id',
      type: 'item',
      component: 'DeviceSelect',
      ref: 'device',
      many: true,
      maxItems: alertLimits.devices,
      label: 'alerts:form.devices',
      required: true,
    },
    {
      key: 'alert_subtype_id',
      type: 'select',
      label: 'alerts:form.event',
      required: true,
      options: alertEventIds.map((value) => ({ value, label: `alerts:event.${value}` })),
    },
    ...needs,
    ...delivery,
    interval,
  ],
})

/** The event cannot be changed: `alert_subtype_id` is a value of the form that is not sent. */
export const editAlertForm = form({
  name: 'editAlert',
  title: 'alerts:edit.title',
  submit: 'ui:save',
  groups,
  fields: [
    { key: 'enable', type: 'checkbox', label: 'alerts:form.enable' },
    ...needs,
    ...delivery,
    { key: 'redundancy_enable', type: 'checkbox', label: 'alerts:form.redundancyEnable' },
    { ...interval, depends: { key: 'redundancy_enable', is: true } },
  ],
})
