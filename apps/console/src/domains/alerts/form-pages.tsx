import './texts.ts'
import { createAlertRules, updateAlertRule } from '@longreach/contract/alerts/endpoints'
import { editAlertForm, newAlertForm } from '@longreach/contract/alerts/forms'
import type { FormPage } from '../../registry/domain.ts'
import { EditRuleWindow } from './edit-rule-window.tsx'
import { NewAlertWindow } from './new-alert-window.tsx'

/** Forms about alert rules as pages; the id is the rule. */
export const pages: readonly FormPage[] = [
  { form: newAlertForm, call: createAlertRules, Page: () => <NewAlertWindow selected={null} /> },
  { form: editAlertForm, call: updateAlertRule, needsId: true, Page: ({ id }) => <EditRuleWindow id={Number(id)} /> },
]
