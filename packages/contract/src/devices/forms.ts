import { form } from '../forms/fields.ts'
import { text } from '../i18n.ts'
import { serialPattern } from '../link/identity.ts'
import { tagsField } from '../tags/forms.ts'
import { deviceSeries, imeiSeries, intervalLimits, keyLifetime, monitoringIntervals } from './constants.ts'

const tags = { ...tagsField, permission: { all: ['assign_tags', 'view_tags'] } } as const

/** Users who set a position must also be able to see it. */
export const placing = { all: ['update_device_location', 'view_device_location'] } as const

const name = { key: 'name', type: 'name', label: 'devices:form.name', maxlength: 100 } as const

const intervals = (Object.keys(monitoringIntervals) as (keyof typeof monitoringIntervals)[]).map(
  (key) =>
    ({
      key,
      type: 'number',
      group: 'intervals',
      label: `devices:form.${key}`,
      ...intervalLimits,
      also: 0,
      rangeText: text('forms.interval', { min: intervalLimits.min, max: intervalLimits.max }),
    }) as const,
)

export const editDeviceForm = form({
  name: 'editDevice',
  title: 'devices:edit.action',
  submit: 'ui:save',
  groups: {
    intervals: { label: 'devices:form.intervals', hint: 'devices:form.intervalsHint' },
    traffic: { label: 'devices:form.traffic', hint: 'devices:form.meteredHint' },
    position: { label: 'devices:form.position', hint: 'devices:form.positionHint' },
  },
  fields: [
    { ...name, required: true },
    { key: 'description', type: 'textarea', label: 'devices:form.description', maxlength: 255, clears: true },
    tags,
    ...intervals,
    { key: 'metered_connection', type: 'checkbox', group: 'traffic', label: 'devices:form.metered' },
    {
      key: 'user_set_latitude',
      permission: placing,
      type: 'number',
      group: 'position',
      label: 'devices:form.latitude',
      min: -90,
      max: 90,
      step: 'any',
      clears: true,
    },
    {
      key: 'user_set_longitude',
      permission: placing,
      type: 'number',
      group: 'position',
      label: 'devices:form.longitude',
      min: -180,
      max: 180,
      step: 'any',
      clears: true,
    },
  ],
})

const company = {
  key: 'company_id',
  type: 'item',
  component: 'ItemSelect',
  ref: 'company',
  label: 'devices:form.company',
  required: true,
  missing: text('forms.company_required'),
} as const

/** A device that is identified by its label and its current password; it is added once it connects. */
export const newDeviceForm = form({
  name: 'newDevice',
  title: 'devices:add',
  submit: 'devices:add',
  groups: { kind: {} },
  fields: [
    { key: 'text', type: 'note', label: 'devices:password.intro' },
    { ...company, group: 'kind', resets: ['tag_id'] },
    {
      key: 'device_series',
      type: 'select',
      group: 'kind',
      label: 'devices:form.series',
      required: true,
      options: deviceSeries.map((value) => ({ value, label: `devices:seriesNames.${value}` })),
    },
    {
      key: 'serial',
      type: 'text',
      label: 'devices:form.serial',
      placeholder: 'devices:form.serialExample',
      required: true,
      missing: text('forms.serial_digits'),
      maxlength: 10,
      pattern: '[0-9]{10}',
      patternText: text('forms.serial_digits'),
      mono: true,
      inputmode: 'numeric',
    },
    {
      key: 'mac',
      type: 'mac',
      label: 'devices:form.mac',
      required: true,
      missing: text('forms.identity_required', { field: 'MAC' }),
      depends: { key: 'device_series', not: imeiSeries },
    },
    {
      key: 'imei',
      type: 'imei',
      label: 'devices:form.imei',
      required: true,
      missing: text('forms.identity_required', { field: 'IMEI' }),
      inputmode: 'numeric',
      depends: { key: 'device_series', is: imeiSeries },
    },
    tags,
    { ...name, hint: 'devices:form.nameHint' },
    {
      key: 'password_confirmation',
      type: 'password',
      label: 'devices:form.password',
      hint: 'devices:form.passwordHint',
      required: true,
      missing: text('forms.device_password'),
      maxlength: 200,
      autocomplete: 'off',
    },
  ],
})

/** Hours of validity that the console offers. */
const lifetimes = [1, 24, 168, 720] as const

/** An enrolment key with its install command: for one device, or for several if `many` is given. */
export const newEnrolmentKeyForm = form({
  name: 'newEnrolmentKey',
  title: 'devices:add',
  submit: 'devices:line.create',
  groups: { limits: {}, device: { label: 'devices:line.bind', hint: 'devices:line.bindHint' } },
  fields: [
    { ...company, resets: ['tag_id'] },
    {
      key: 'device_name',
      type: 'name',
      label: 'devices:form.name',
      hint: 'devices:form.nameHint',
      maxlength: 100,
      depends: { key: 'many', is: false },
    },
    tags,
    {
      key: 'uses',
      type: 'number',
      group: 'limits',
      label: 'devices:form.uses',
      hint: 'devices:form.usesHint',
      min: 1,
      max: 10_000,
      depends: { key: 'many', is: true },
    },
    {
      key: 'expires_in',
      type: 'number',
      group: 'limits',
      label: 'devices:form.lasts',
      min: keyLifetime.min,
      max: keyLifetime.max,
      choices: lifetimes.map((hours) => ({ value: hours * 3600, label: `devices:lifetimes.${hours}` })),
    },
    {
      key: 'serial',
      type: 'text',
      group: 'device',
      label: 'devices:form.serial',
      pattern: serialPattern.source,
      patternText: text('forms.serial'),
      mono: true,
      depends: { key: 'many', is: false },
    },
    { key: 'mac', type: 'mac', group: 'device', label: 'devices:form.mac', depends: { key: 'many', is: false } },
  ],
})

export const moveDevicesForm = form({
  name: 'moveDevices',
  title: 'devices:move.title',
  submit: 'moveDevices:submit',
  fields: [
    {
      key: 'company_id',
      type: 'item',
      component: 'ItemSelect',
      ref: 'company',
      label: 'moveDevices:company',
      required: true,
      missing: text('forms.company_required'),
    },
  ],
})
