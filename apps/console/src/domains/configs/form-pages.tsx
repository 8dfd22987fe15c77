import './backup-texts.ts'
import { executeAction } from '@longreach/contract/actions/endpoints'
import { createBackupRule, updateBackupRule } from '@longreach/contract/configs/backup-endpoints'
import { editBackupRuleForm, exportBackupForm, newBackupRuleForm } from '@longreach/contract/configs/backup-forms'
import { Loaded } from '../../forms/loaded.tsx'
import type { FormPage } from '../../registry/domain.ts'
import { ruleQuery } from './backup-queries.ts'
import { EditRuleWindow, ExportWindow, NewRuleWindow } from './backup-windows.tsx'

/** Forms about backups as pages; the id is the rule. */
export const pages: readonly FormPage[] = [
  { form: newBackupRuleForm, call: createBackupRule, Page: () => <NewRuleWindow /> },
  {
    form: editBackupRuleForm,
    call: updateBackupRule,
    needsId: true,
    Page: ({ id }) => <Loaded query={ruleQuery(Number(id))}>{(rule) => <EditRuleWindow rule={rule} />}</Loaded>,
  },
  { form: exportBackupForm, call: executeAction, Page: () => <ExportWindow /> },
]
