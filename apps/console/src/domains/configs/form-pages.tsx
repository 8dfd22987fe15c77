import './backups/texts.ts'
import { executeAction } from '@longreach/contract/actions/endpoints'
import { createBackupRule, updateBackupRule } from '@longreach/contract/configs/backup-endpoints'
import { editBackupRuleForm, exportBackupForm, newBackupRuleForm } from '@longreach/contract/configs/backup-forms'
import { uploadApiDocument } from '@longreach/contract/configs/document-endpoints'
import { uploadDocumentForm } from '@longreach/contract/configs/document-forms'
import { Loaded } from '../../forms/loaded.tsx'
import type { FormPage } from '../../registry/domain.ts'
import { ruleQuery } from './backups/queries.ts'
import { EditRuleWindow, ExportWindow, NewRuleWindow } from './backups/windows.tsx'
import { UploadDocumentWindow } from './documents/upload-document-window.tsx'

/** Forms as pages; the id is that of a backup rule. */
export const pages: readonly FormPage[] = [
  { form: newBackupRuleForm, call: createBackupRule, Page: () => <NewRuleWindow /> },
  {
    form: editBackupRuleForm,
    call: updateBackupRule,
    needsId: true,
    Page: ({ id }) => <Loaded query={ruleQuery(Number(id))}>{(rule) => <EditRuleWindow rule={rule} />}</Loaded>,
  },
  { form: exportBackupForm, call: executeAction, Page: () => <ExportWindow /> },
  { form: uploadDocumentForm, call: uploadApiDocument, Page: () => <UploadDocumentWindow /> },
]
