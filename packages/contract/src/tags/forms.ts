import { form } from '../forms/fields.ts'
import { text } from '../i18n.ts'
import { tagActions } from './actions.ts'
import { tagActionLimits, tagFile, taggingLimits } from './constants.ts'

/** Tags of one or more devices. */
export const tagsField = {
  key: 'tag_id',
  type: 'item',
  component: 'ItemSelect',
  ref: 'tag',
  many: true,
  maxItems: taggingLimits.tags,
  label: 'tags:picker.label',
} as const

const looks = [
  {
    key: 'name',
    type: 'name',
    label: 'tags:form.name',
    required: true,
    minlength: 3,
    maxlength: 100,
  },
  { key: 'description', type: 'text', label: 'tags:form.description', maxlength: 200, clears: true },
  { key: 'color', type: 'color', label: 'tags:form.color' },
  {
    key: 'actions',
    type: 'table',
    component: 'TableInput',
    label: 'tags:form.actions',
    hint: 'tags:form.actionsHint',
    maxItems: tagActionLimits.actions,
    columns: [
      {
        key: 'action',
        type: 'select',
        label: 'tags:form.action',
        required: true,
        options: tagActions.map((value) => ({ value, label: `tags:action.${value}` })),
      },
      { key: 'source_id', type: 'number', label: 'tags:form.source', required: true, min: 1 },
    ],
  },
] as const

export const newTagForm = form({
  name: 'newTag',
  title: 'tags:add',
  submit: 'tags:add',
  fields: [
    {
      key: 'company_id',
      type: 'item',
      component: 'ItemSelect',
      ref: 'company',
      label: 'tags:form.company',
      hint: 'tags:form.companyHint',
      required: true,
      missing: text('forms.company_required'),
    },
    ...looks,
  ],
})

export const editTagForm = form({
  name: 'editTag',
  title: 'tags:edit',
  submit: 'ui:save',
  fields: looks,
})

export const tagFileForm = form({
  name: 'tagFile',
  title: 'tags:file.title',
  submit: 'tags:file.submit',
  fields: [
    { key: 'file', type: 'file', label: 'tags:file.file', hint: 'tags:file.hint', required: true, ...tagFile },
    {
      key: 'first_parameter',
      type: 'radio',
      label: 'tags:file.first',
      options: [
        { value: 'serial', label: 'tags:file.serial' },
        { value: 'mac', label: 'tags:file.mac' },
      ],
      required: true,
    },
    { ...tagsField, required: true },
  ],
})

/** Modes for the selected tags; each is a separate call. */
const modes = ['assign', 'overwrite', 'unassign'] as const

export const manageTagsForm = form({
  name: 'manageTags',
  title: 'tags:manage.action',
  submit: 'tags:manage.apply',
  fields: [
    {
      key: 'mode',
      type: 'radio',
      component: 'Segmented',
      label: 'tags:manage.mode',
      required: true,
      options: modes.map((value) => ({ value, label: `tags:manage.${value}` })),
    },
    tagsField,
    ...modes.map((mode) => ({
      key: `${mode}_hint`,
      type: 'hint' as const,
      label: `tags:manage.hint.${mode}`,
      depends: { key: 'mode', is: mode },
    })),
  ],
})
