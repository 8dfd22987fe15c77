import { actionLimits } from '../actions/constants.ts'
import { form } from '../forms/fields.ts'
import { text } from '../i18n.ts'
import { requestMethods, taskLimits, taskTypes } from './constants.ts'

const { body, codes, name, path, statuses, tags, timeout } = taskLimits
const isRequest = { key: 'type', is: 'api_request' } as const

/** An absolute path of a file, without `..`; `isFilePath` checks it again with the values of variables. */
const filePath = {
  type: 'text',
  required: true,
  missing: text('forms.path_required'),
  mono: true,
  maxlength: path,
  pattern: '(?!.*/\\.\\.?(?:/|$))/.*[^/]',
  patternText: text('forms.path'),
  placeholder: 'tasks:task.pathExample',
  autocomplete: 'off',
} as const

export const taskForm = form({
  name: 'deviceTask',
  title: 'tasks:task.add',
  submit: 'tasks:task.add',
  groups: { limits: {}, request: {} },
  fields: [
    {
      key: 'name',
      type: 'name',
      label: 'tasks:task.name',
      required: true,
      missing: text('forms.task_name_required'),
      maxlength: name,
    },
    {
      key: 'type',
      type: 'radio',
      component: 'Segmented',
      label: 'tasks:task.type',
      required: true,
      options: taskTypes.map((value) => ({ value, label: `tasks:types.${value}` })),
    },
    {
      key: 'command',
      type: 'command',
      label: 'tasks:task.command',
      hint: 'tasks:task.commandHint',
      required: true,
      missing: text('forms.command_required'),
      maxbytes: actionLimits.commandBytes,
      rows: 4,
      depends: { key: 'type', is: 'command' },
    },
    {
      key: 'acceptable_codes',
      type: 'number',
      component: 'ListInput',
      label: 'tasks:task.codes',
      hint: 'tasks:task.codesHint',
      maxItems: codes,
      uniqueItems: true,
      min: 0,
      max: 255,
      depends: { key: 'type', is: 'command' },
    },
    {
      key: 'method',
      type: 'select',
      group: 'request',
      width: 'small',
      label: 'tasks:task.method',
      required: true,
      options: requestMethods.map((value) => ({ value, label: `tasks:methods.${value}` })),
      depends: isRequest,
    },
    {
      key: 'path',
      type: 'text',
      group: 'request',
      label: 'tasks:task.apiPath',
      required: true,
      missing: text('forms.path_required'),
      mono: true,
      maxlength: path,
      pattern: '/api(?:/(?!\\.\\.?(?:/|$))[A-Za-z0-9_.~:@%+,-]+)+',
      patternText: text('forms.api_path'),
      placeholder: 'tasks:task.apiPathExample',
      autocomplete: 'off',
      depends: isRequest,
    },
    {
      key: 'query',
      type: 'text',
      label: 'tasks:task.query',
      hint: 'tasks:task.queryHint',
      mono: true,
      maxlength: path,
      pattern: '[A-Za-z0-9_.~:@%+,-]+=[A-Za-z0-9_.~:@%+,-]*(?:&[A-Za-z0-9_.~:@%+,-]+=[A-Za-z0-9_.~:@%+,-]*)*',
      patternText: text('forms.query'),
      autocomplete: 'off',
      depends: isRequest,
    },
    {
      key: 'body',
      type: 'textarea',
      label: 'tasks:task.body',
      hint: 'tasks:task.bodyHint',
      mono: true,
      maxlength: body,
      rows: 4,
      depends: { all: [isRequest, { key: 'method', not: 'GET' }, { key: 'method', not: 'DELETE' }] },
    },
    {
      key: 'acceptable_statuses',
      type: 'number',
      component: 'ListInput',
      label: 'tasks:task.statuses',
      hint: 'tasks:task.statusesHint',
      maxItems: codes,
      uniqueItems: true,
      min: statuses.min,
      max: statuses.max,
      depends: isRequest,
    },
    {
      key: 'file_id',
      type: 'item',
      component: 'ItemSelect',
      ref: 'file',
      label: 'tasks:task.file',
      required: true,
      missing: text('forms.task_file_required'),
      depends: { key: 'type', is: 'upload_file' },
    },
    {
      key: 'target_path',
      label: 'tasks:task.targetPath',
      hint: 'tasks:task.targetPathHint',
      depends: { key: 'type', is: 'upload_file' },
      ...filePath,
    },
    {
      key: 'file',
      label: 'tasks:task.sourcePath',
      hint: 'tasks:task.sourcePathHint',
      depends: { key: 'type', is: 'download_file' },
      ...filePath,
    },
    {
      key: 'timeout',
      type: 'number',
      group: 'limits',
      label: 'tasks:task.timeout',
      addon: 'tasks:task.seconds',
      required: true,
      min: timeout.min,
      max: timeout.max,
      rangeText: text('forms.timeout', { min: timeout.min, max: timeout.max }),
    },
    {
      key: 'stop_on_failure',
      type: 'checkbox',
      label: 'tasks:task.stop',
      hint: 'tasks:task.stopHint',
    },
  ],
})

const outcomes = [
  {
    key: 'success_tag_id',
    type: 'item',
    component: 'ItemSelect',
    ref: 'tag',
    many: true,
    maxItems: tags,
    group: 'outcome',
    label: 'tasks:group.successTags',
  },
  {
    key: 'failed_tag_id',
    type: 'item',
    component: 'ItemSelect',
    ref: 'tag',
    many: true,
    maxItems: tags,
    group: 'outcome',
    label: 'tasks:group.failedTags',
  },
] as const

const groupName = {
  key: 'name',
  type: 'name',
  label: 'tasks:group.name',
  required: true,
  maxlength: name,
} as const

export const newTaskGroupForm = form({
  name: 'newTaskGroup',
  title: 'tasks:group.add',
  submit: 'tasks:group.add',
  groups: { outcome: { label: 'tasks:group.outcome', hint: 'tasks:group.outcomeHint' } },
  fields: [
    {
      key: 'company_id',
      type: 'item',
      component: 'ItemSelect',
      ref: 'company',
      label: 'tasks:group.company',
      hint: 'tasks:group.companyHint',
      required: true,
      missing: text('forms.company_required'),
    },
    groupName,
    ...outcomes,
  ],
})

export const editTaskGroupForm = form({
  name: 'editTaskGroup',
  title: 'tasks:group.edit',
  submit: 'ui:save',
  groups: { outcome: { label: 'tasks:group.outcome', hint: 'tasks:group.outcomeHint' } },
  fields: [groupName, ...outcomes],
})
