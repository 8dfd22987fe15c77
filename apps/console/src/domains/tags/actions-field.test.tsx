import { tagActions } from '@longreach/contract/tags/actions'
import { newTagForm } from '@longreach/contract/tags/forms'
import { beforeAll, expect, test } from 'vitest'
import { startTexts, textOf } from '../../i18n/i18n.ts'
import './texts.ts'

beforeAll(startTexts)

test('S4.73 S4.74 S4.75 S4.76 S4.77 each action of a tag has its label, and its source one', () => {
  const field = newTagForm.fields.find(({ key }) => key === 'actions')
  const [column] = field && 'columns' in field ? field.columns : []
  const labels = column && 'options' in column ? column.options.map(({ value, label }) => [value, textOf(label)]) : []
  expect(labels).toEqual([
    ['firmware_upload', 'Firmware upload'],
    ['config_upload', 'Configuration upload'],
    ['execute_tasks_group', 'Execute task group'],
    ['api_request', 'API request'],
    ['execute_mulficonfig_template', 'Execute multi-config template'],
  ])
  expect(tagActions.map((action) => textOf(`tags:source.${action}`))).toEqual([
    'Image',
    'Backup',
    'Task group',
    'Request',
    'Template',
  ])
})
