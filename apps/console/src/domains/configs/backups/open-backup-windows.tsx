import './texts.ts'
import type { BackupRule } from '@longreach/contract/configs/backup-schemas'
import i18next from 'i18next'
import { lazy } from '../../../ui/lazy.ts'
import { windows } from '../../../windows/store.ts'

const ExportWindow = lazy(() => import('./windows.tsx').then((file) => ({ default: file.ExportWindow })))
const NewRuleWindow = lazy(() => import('./windows.tsx').then((file) => ({ default: file.NewRuleWindow })))
const EditRuleWindow = lazy(() => import('./windows.tsx').then((file) => ({ default: file.EditRuleWindow })))
const RulesWindow = lazy(() => import('./rules-window.tsx').then((file) => ({ default: file.RulesWindow })))
const RuleLogWindow = lazy(() => import('./log-window.tsx').then((file) => ({ default: file.RuleLogWindow })))

const help = 'management.upload-backup'

export function openExportBackup(): void {
  windows.open({
    id: 'backup-export',
    title: i18next.t('backups:export.title'),
    width: 520,
    help,
    content: <ExportWindow />,
  })
}

export function openBackupRules(): void {
  windows.open({
    id: 'backup-rules',
    title: i18next.t('backups:rules.title'),
    width: 760,
    help,
    content: <RulesWindow />,
  })
}

export function openNewRule(): void {
  windows.open({
    id: 'backup-rule-new',
    title: i18next.t('backups:form.title'),
    width: 560,
    help,
    content: <NewRuleWindow />,
  })
}

export function openEditRule(rule: BackupRule): void {
  windows.open({
    id: `backup-rule-${rule.id}`,
    title: i18next.t('backups:form.edit'),
    subtitle: rule.name,
    width: 560,
    help,
    content: <EditRuleWindow rule={rule} />,
  })
}

export function openRuleLog(rule: BackupRule): void {
  windows.open({
    id: `backup-log-${rule.id}`,
    title: i18next.t('backups:log.title', { name: rule.name }),
    width: 720,
    content: <RuleLogWindow rule={rule} />,
  })
}
