import { type Text, text } from './i18n.ts'

/**
 * The permission catalogue and the default roles (spec §6). A row: category, name, and the default roles that have it:
 * A admin, E end_user, R read_only and readonly_admin, G readonly_admin alone, S support. super_admin has all.
 */
const rows = [
  ['scope', 'hierarchy_access', 'AGS'],
  ['scope', 'super_admin', ''],
  ['devices', 'view_devices', 'AERS'],
  ['devices', 'create_devices', 'AE'],
  ['devices', 'update_devices', 'AE'],
  ['devices', 'delete_devices', 'AE'],
  ['devices', 'move_devices', 'A'],
  ['devices', 'export_devices', 'AERS'],
  ['devices', 'view_device_location', 'AERS'],
  ['devices', 'update_device_location', 'AE'],
  ['devices', 'view_device_logs', 'AERS'],
  ['devices', 'view_pending_device_actions', 'AERS'],
  ['devices', 'view_statistics', 'AERS'],
  ['devices', 'view_device_dashboard', 'AERS'],
  ['devices', 'create_device_dashboard', 'AE'],
  ['devices', 'update_device_dashboard', 'AE'],
  ['devices', 'delete_device_dashboard', 'AE'],
  ['devices', 'update_device_credit_status', 'AE'],
  ['devices', 'authorize_devices', ''],
  ['devices', 'view_authorized_devices', ''],
  ['device_actions', 'execute_device_actions', 'AES'],
  ['device_actions', 'cancel_device_actions', 'AES'],
  ['device_actions', 'execute_device_command', 'AE'],
  ['device_actions', 'manage_device_passwords', 'AE'],
  ['device_actions', 'download_device_passwords', 'A'],
  ['monitoring', 'update_monitoring', 'AE'],
  ['monitoring', 'view_monitoring', 'AERS'],
  ['monitoring', 'view_device_hotspots', 'AERS'],
  ['monitoring', 'view_wireless_information', 'AERS'],
  ['monitoring', 'create_device_hotspot_users', 'AE'],
  ['monitoring', 'delete_device_hotspot_users', 'AE'],
  ['monitoring', 'view_dynamic_dns', 'AERS'],
  ['monitoring', 'update_dynamic_dns', 'AE'],
  ['configuration', 'create_multi_configuration', 'AE'],
  ['configuration', 'view_multi_configuration', 'AERS'],
  ['configuration', 'update_multi_configuration', 'AE'],
  ['configuration', 'delete_multi_configuration', 'AE'],
  ['configuration', 'apply_multi_configuration', 'AE'],
  ['configuration', 'view_periodic_backup_rules', 'AERS'],
  ['configuration', 'create_periodic_backup_rules', 'AE'],
  ['configuration', 'update_periodic_backup_rules', 'AE'],
  ['configuration', 'delete_periodic_backup_rules', 'AE'],
  ['configuration', 'view_esim_profiles', 'AE'],
  ['configuration', 'update_esim_profiles', 'AE'],
  ['configuration', 'update_web_filter', 'AE'],
  ['tasks', 'view_device_tasks', 'AERS'],
  ['tasks', 'create_device_tasks', 'AE'],
  ['tasks', 'update_device_tasks', 'AE'],
  ['tasks', 'delete_device_tasks', 'AE'],
  ['tasks', 'view_device_task_groups', 'AERS'],
  ['tasks', 'create_device_task_groups', 'AE'],
  ['tasks', 'update_device_task_groups', 'AE'],
  ['tasks', 'delete_device_task_groups', 'AE'],
  ['tasks', 'execute_device_task_groups', 'AE'],
  ['alerts', 'view_device_alerts', 'AERS'],
  ['alerts', 'delete_device_alerts', 'AE'],
  ['alerts', 'view_device_alert_configurations', 'AERS'],
  ['alerts', 'create_device_alert_configurations', 'AE'],
  ['alerts', 'update_device_alert_configurations', 'AE'],
  ['alerts', 'delete_device_alert_configurations', 'AE'],
  ['alerts', 'view_automations', 'AERS'],
  ['alerts', 'create_automations', 'AE'],
  ['alerts', 'update_automations', 'AE'],
  ['alerts', 'delete_automations', 'AE'],
  ['alerts', 'view_email_configurations', 'AER'],
  ['alerts', 'create_email_configurations', 'AE'],
  ['alerts', 'update_email_configurations', 'AE'],
  ['alerts', 'delete_email_configurations', 'AE'],
  ['reports', 'view_reports', 'AERS'],
  ['reports', 'create_reports', 'AE'],
  ['reports', 'update_reports', 'AE'],
  ['reports', 'delete_reports', 'AE'],
  ['reports', 'generate_reports', 'AE'],
  ['remote_access', 'view_device_remote_access', 'AERS'],
  ['remote_access', 'create_device_remote_access', 'AE'],
  ['remote_access', 'update_device_remote_access', 'AE'],
  ['remote_access', 'delete_device_remote_access', 'AE'],
  ['remote_access', 'connect_device_remote_access', 'AE'],
  ['vpn', 'view_vpn_hubs', 'AERS'],
  ['vpn', 'create_vpn_hubs', 'AE'],
  ['vpn', 'update_vpn_hubs', 'AE'],
  ['vpn', 'delete_vpn_hubs', 'AE'],
  ['vpn', 'view_device_vpn', 'AERS'],
  ['vpn', 'create_device_vpn', 'AE'],
  ['vpn', 'update_device_vpn', 'AE'],
  ['vpn', 'delete_device_vpn', 'AE'],
  ['companies', 'view_companies', 'AERS'],
  ['companies', 'create_companies', 'A'],
  ['companies', 'update_companies', 'A'],
  ['companies', 'delete_companies', 'A'],
  ['companies', 'move_companies', 'A'],
  ['companies', 'update_company_flags', ''],
  ['companies', 'view_company_data_history', 'AERS'],
  ['companies', 'buy_company_data', 'AE'],
  ['users', 'view_users', 'AERS'],
  ['users', 'view_user_invitations', 'AERS'],
  ['users', 'invite_users', 'A'],
  ['users', 'update_users', 'A'],
  ['users', 'delete_users', 'A'],
  ['users', 'delete_user_invitations', 'A'],
  ['users', 'move_users', 'A'],
  ['users', 'view_user_move_logs', 'AS'],
  ['users', 'view_impersonation_logs', 'AS'],
  ['users', 'impersonate_users', 'S'],
  ['users', 'view_audit_log', 'AS'],
  ['roles', 'view_roles', 'AERS'],
  ['roles', 'view_permissions', 'AERS'],
  ['roles', 'create_roles', 'A'],
  ['roles', 'update_roles', 'A'],
  ['roles', 'delete_roles', 'A'],
  ['tags', 'view_tags', 'AERS'],
  ['tags', 'create_tags', 'AE'],
  ['tags', 'update_tags', 'AE'],
  ['tags', 'delete_tags', 'AE'],
  ['tags', 'assign_tags', 'AE'],
  ['files', 'view_files', 'AERS'],
  ['files', 'upload_files', 'AE'],
  ['files', 'update_files', 'AE'],
  ['files', 'delete_files', 'AE'],
  ['files', 'download_files', 'AE'],
  ['files', 'view_images', 'AERS'],
  ['files', 'upload_images', 'AE'],
  ['files', 'update_images', 'AE'],
  ['files', 'delete_images', 'AE'],
  ['files', 'upload_files_global_scope', ''],
  ['resources', 'view_credits', 'AERS'],
  ['resources', 'view_credits_summary', 'AERS'],
  ['resources', 'create_credits', ''],
  ['resources', 'move_credits', 'A'],
  ['resources', 'view_credit_transfer_codes', 'AER'],
  ['resources', 'create_credit_transfer_codes', 'A'],
  ['resources', 'update_credit_transfer_codes', 'A'],
  ['resources', 'delete_credit_transfer_codes', 'A'],
  ['resources', 'activate_credit_transfer_codes', 'AE'],
  ['resources', 'move_devices_credits', ''],
  ['system', 'admin_view_notice', ''],
  ['system', 'create_notice', ''],
  ['system', 'update_notice', ''],
  ['system', 'delete_notice', ''],
  ['system', 'view_mail_logs', ''],
  ['system', 'delete_suppressed_emails', ''],
  ['system', 'remove_user_mfa', 'S'],
  ['system', 'manage_sso_admins', ''],
  ['system', 'view_admin_statistics', ''],
] as const satisfies readonly (readonly [string, string, string])[]

export type PermissionName = (typeof rows)[number][1]

export type PermissionCategory = (typeof rows)[number][0]

export interface Permission {
  /** Position in the catalogue, from 1. */
  id: number
  name: PermissionName
  title: Text
  category: PermissionCategory
}

export const permissions: readonly Permission[] = rows.map(([category, name], index) => ({
  id: index + 1,
  name,
  title: text(`roles.permission_${name}`),
  category,
}))

export const categoryTitle = (category: PermissionCategory): Text => text(`roles.category_${category}`)

export interface DefaultRole {
  id: number
  name: string
  title: string
  description: string
  /** Letter of the role in the catalogue. */
  marks: string
}

/** Spec §6, with its ids; support takes the one gap. */
export const defaultRoles: readonly DefaultRole[] = [
  {
    id: 1,
    name: 'super_admin',
    title: 'System Administrator',
    description: 'Full control over the whole system',
    marks: '*',
  },
  {
    id: 2,
    name: 'admin',
    title: 'Administrator',
    description: 'Full control over the company, its devices and users, and its subsidiaries',
    marks: 'A',
  },
  {
    id: 3,
    name: 'end_user',
    title: 'End Client',
    description: "Manages the company's own devices and users",
    marks: 'E',
  },
  { id: 4, name: 'read_only', title: 'Guest', description: 'Sees only its own company', marks: 'R' },
  { id: 5, name: 'support', title: 'Support', description: 'Helps customers across all companies', marks: 'S' },
  {
    id: 6,
    name: 'readonly_admin',
    title: 'Advanced Guest',
    description: 'Sees its own company and its subsidiaries',
    marks: 'RG',
  },
]

export function permissionsOfRole(role: DefaultRole): PermissionName[] {
  return rows
    .filter(([, , marks]) => role.marks === '*' || [...role.marks].some((mark) => (marks as string).includes(mark)))
    .map(([, name]) => name)
}
