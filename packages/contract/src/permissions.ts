/**
 * The permission catalogue and the default roles (spec §6). A row: category, name, title, and the default roles that
 * hold it: A admin, E end_user, R read_only and readonly_admin, G readonly_admin alone, S support. super_admin holds all.
 */
const rows = [
  ['Scope', 'hierarchy_access', 'See subsidiaries', 'AGS'],
  ['Scope', 'super_admin', 'Administer the whole system', ''],
  ['Devices', 'view_devices', 'View devices', 'AERS'],
  ['Devices', 'create_devices', 'Add devices', 'AE'],
  ['Devices', 'update_devices', 'Edit devices', 'AE'],
  ['Devices', 'delete_devices', 'Delete devices', 'AE'],
  ['Devices', 'move_devices', 'Move devices between companies', 'A'],
  ['Devices', 'export_devices', 'Export devices', 'AERS'],
  ['Devices', 'view_device_location', 'View device location', 'AERS'],
  ['Devices', 'update_device_location', 'Set device location', 'AE'],
  ['Devices', 'view_device_logs', 'View device logs', 'AERS'],
  ['Devices', 'view_pending_device_actions', 'View pending device actions', 'AERS'],
  ['Devices', 'view_statistics', 'View statistics', 'AERS'],
  ['Devices', 'view_device_dashboard', 'View device dashboards', 'AERS'],
  ['Devices', 'create_device_dashboard', 'Create device dashboards', 'AE'],
  ['Devices', 'update_device_dashboard', 'Edit device dashboards', 'AE'],
  ['Devices', 'delete_device_dashboard', 'Delete device dashboards', 'AE'],
  ['Devices', 'update_device_credit_status', 'Change device services', 'AE'],
  ['Devices', 'authorize_devices', 'Approve devices', ''],
  ['Devices', 'view_authorized_devices', 'View approved devices', ''],
  ['Device actions', 'execute_device_actions', 'Run device actions', 'AES'],
  ['Device actions', 'cancel_device_actions', 'Cancel device actions', 'AES'],
  ['Device actions', 'execute_device_command', 'Run commands on devices', 'AE'],
  ['Device actions', 'manage_device_passwords', 'Manage device passwords', 'AE'],
  ['Device actions', 'download_device_passwords', 'Download device passwords', 'A'],
  ['Monitoring', 'update_monitoring', 'Edit monitoring', 'AE'],
  ['Monitoring', 'view_monitoring', 'View monitoring', 'AERS'],
  ['Monitoring', 'view_device_hotspots', 'View hotspots', 'AERS'],
  ['Monitoring', 'view_wireless_information', 'View Wi-Fi', 'AERS'],
  ['Monitoring', 'create_device_hotspot_users', 'Create hotspot users', 'AE'],
  ['Monitoring', 'delete_device_hotspot_users', 'Delete hotspot users', 'AE'],
  ['Monitoring', 'view_dynamic_dns', 'View dynamic DNS', 'AERS'],
  ['Monitoring', 'update_dynamic_dns', 'Edit dynamic DNS', 'AE'],
  ['Configuration', 'create_multi_configuration', 'Create configurations', 'AE'],
  ['Configuration', 'view_multi_configuration', 'View configurations', 'AERS'],
  ['Configuration', 'update_multi_configuration', 'Edit configurations', 'AE'],
  ['Configuration', 'delete_multi_configuration', 'Delete configurations', 'AE'],
  ['Configuration', 'apply_multi_configuration', 'Apply configurations', 'AE'],
  ['Configuration', 'view_periodic_backup_rules', 'View periodic backup rules', 'AERS'],
  ['Configuration', 'create_periodic_backup_rules', 'Create periodic backup rules', 'AE'],
  ['Configuration', 'update_periodic_backup_rules', 'Edit periodic backup rules', 'AE'],
  ['Configuration', 'delete_periodic_backup_rules', 'Delete periodic backup rules', 'AE'],
  ['Configuration', 'view_esim_profiles', 'View eSIM profiles', 'AE'],
  ['Configuration', 'update_esim_profiles', 'Edit eSIM profiles', 'AE'],
  ['Configuration', 'update_web_filter', 'Edit web filters', 'AE'],
  ['Tasks', 'view_device_tasks', 'View tasks', 'AERS'],
  ['Tasks', 'create_device_tasks', 'Create tasks', 'AE'],
  ['Tasks', 'update_device_tasks', 'Edit tasks', 'AE'],
  ['Tasks', 'delete_device_tasks', 'Delete tasks', 'AE'],
  ['Tasks', 'view_device_task_groups', 'View task groups', 'AERS'],
  ['Tasks', 'create_device_task_groups', 'Create task groups', 'AE'],
  ['Tasks', 'update_device_task_groups', 'Edit task groups', 'AE'],
  ['Tasks', 'delete_device_task_groups', 'Delete task groups', 'AE'],
  ['Tasks', 'execute_device_task_groups', 'Run task groups', 'AE'],
  ['Alerts', 'view_device_alerts', 'View alerts', 'AERS'],
  ['Alerts', 'delete_device_alerts', 'Delete alerts', 'AE'],
  ['Alerts', 'view_device_alert_configurations', 'View alert configurations', 'AERS'],
  ['Alerts', 'create_device_alert_configurations', 'Create alert configurations', 'AE'],
  ['Alerts', 'update_device_alert_configurations', 'Edit alert configurations', 'AE'],
  ['Alerts', 'delete_device_alert_configurations', 'Delete alert configurations', 'AE'],
  ['Alerts', 'view_automations', 'View automations', 'AERS'],
  ['Alerts', 'create_automations', 'Create automations', 'AE'],
  ['Alerts', 'update_automations', 'Edit automations', 'AE'],
  ['Alerts', 'delete_automations', 'Delete automations', 'AE'],
  ['Alerts', 'view_email_configurations', 'View email configurations', 'AER'],
  ['Alerts', 'create_email_configurations', 'Create email configurations', 'AE'],
  ['Alerts', 'update_email_configurations', 'Edit email configurations', 'AE'],
  ['Alerts', 'delete_email_configurations', 'Delete email configurations', 'AE'],
  ['Reports', 'view_reports', 'View reports', 'AERS'],
  ['Reports', 'create_reports', 'Create reports', 'AE'],
  ['Reports', 'update_reports', 'Edit reports', 'AE'],
  ['Reports', 'delete_reports', 'Delete reports', 'AE'],
  ['Reports', 'generate_reports', 'Generate reports', 'AE'],
  ['Remote access', 'view_device_remote_access', 'View remote access', 'AERS'],
  ['Remote access', 'create_device_remote_access', 'Create remote access', 'AE'],
  ['Remote access', 'update_device_remote_access', 'Edit remote access', 'AE'],
  ['Remote access', 'delete_device_remote_access', 'Delete remote access', 'AE'],
  ['Remote access', 'connect_device_remote_access', 'Connect to devices', 'AE'],
  ['Remote access', 'view_device_remote_access_logs', 'View access history', 'AERS'],
  ['VPN', 'view_vpn_hubs', 'View VPN hubs', 'AERS'],
  ['VPN', 'create_vpn_hubs', 'Create VPN hubs', 'AE'],
  ['VPN', 'update_vpn_hubs', 'Edit VPN hubs', 'AE'],
  ['VPN', 'delete_vpn_hubs', 'Delete VPN hubs', 'AE'],
  ['VPN', 'view_device_vpn', 'View device VPN', 'AERS'],
  ['VPN', 'create_device_vpn', 'Create device VPN', 'AE'],
  ['VPN', 'update_device_vpn', 'Edit device VPN', 'AE'],
  ['VPN', 'delete_device_vpn', 'Delete device VPN', 'AE'],
  ['Companies', 'view_companies', 'View companies', 'AERS'],
  ['Companies', 'create_companies', 'Create companies', 'A'],
  ['Companies', 'update_companies', 'Edit companies', 'A'],
  ['Companies', 'delete_companies', 'Delete companies', 'A'],
  ['Companies', 'move_companies', 'Move companies', 'A'],
  ['Companies', 'update_company_flags', 'Change company flags', ''],
  ['Companies', 'view_company_data_history', 'View company data history', 'AERS'],
  ['Companies', 'buy_company_data', 'Buy company data', 'AE'],
  ['Users', 'view_users', 'View users', 'AERS'],
  ['Users', 'view_user_invitations', 'View invitations', 'AERS'],
  ['Users', 'invite_users', 'Invite users', 'A'],
  ['Users', 'update_users', 'Edit users', 'A'],
  ['Users', 'delete_users', 'Delete users', 'A'],
  ['Users', 'delete_user_invitations', 'Remove invitations', 'A'],
  ['Users', 'move_users', 'Move users', 'A'],
  ['Users', 'view_user_move_logs', 'View user move logs', 'AS'],
  ['Users', 'view_impersonation_logs', 'View impersonation logs', 'AS'],
  ['Users', 'impersonate_users', 'Impersonate users', 'S'],
  ['Users', 'view_audit_log', 'View the audit log', 'AS'],
  ['Roles', 'view_roles', 'View roles', 'AERS'],
  ['Roles', 'view_permissions', 'View permissions', 'AERS'],
  ['Roles', 'create_roles', 'Create roles', 'A'],
  ['Roles', 'update_roles', 'Edit roles', 'A'],
  ['Roles', 'delete_roles', 'Delete roles', 'A'],
  ['Tags', 'view_tags', 'View tags', 'AERS'],
  ['Tags', 'create_tags', 'Create tags', 'AE'],
  ['Tags', 'update_tags', 'Edit tags', 'AE'],
  ['Tags', 'delete_tags', 'Delete tags', 'AE'],
  ['Tags', 'assign_tags', 'Assign tags', 'AE'],
  ['Files', 'view_files', 'View files', 'AERS'],
  ['Files', 'upload_files', 'Upload files', 'AE'],
  ['Files', 'update_files', 'Edit files', 'AE'],
  ['Files', 'delete_files', 'Delete files', 'AE'],
  ['Files', 'download_files', 'Download files', 'AE'],
  ['Files', 'view_images', 'View images', 'AERS'],
  ['Files', 'upload_images', 'Upload images', 'AE'],
  ['Files', 'update_images', 'Edit images', 'AE'],
  ['Files', 'delete_images', 'Delete images', 'AE'],
  ['Files', 'upload_files_global_scope', 'Upload files for everyone', ''],
  ['Resources', 'view_credits', 'View credits', 'AERS'],
  ['Resources', 'view_credits_summary', 'View the credit summary', 'AERS'],
  ['Resources', 'create_credits', 'Create credits', ''],
  ['Resources', 'move_credits', 'Move credits', 'A'],
  ['Resources', 'view_credit_transfer_codes', 'View credit codes', 'AER'],
  ['Resources', 'create_credit_transfer_codes', 'Create credit codes', 'A'],
  ['Resources', 'update_credit_transfer_codes', 'Edit credit codes', 'A'],
  ['Resources', 'delete_credit_transfer_codes', 'Delete credit codes', 'A'],
  ['Resources', 'activate_credit_transfer_codes', 'Activate credit codes', 'AE'],
  ['Resources', 'move_devices_credits', 'Move device resources', ''],
  ['System', 'admin_view_notice', 'View global notices', ''],
  ['System', 'create_notice', 'Create global notices', ''],
  ['System', 'update_notice', 'Edit global notices', ''],
  ['System', 'delete_notice', 'Delete global notices', ''],
  ['System', 'view_mail_logs', 'View mail logs', ''],
  ['System', 'delete_suppressed_emails', 'Remove suppressed addresses', ''],
  ['System', 'remove_user_mfa', 'Remove multi-factor sign-in of a user', 'S'],
  ['System', 'manage_sso_admins', 'Manage single sign-on administrators', ''],
  ['System', 'view_admin_statistics', 'View system statistics', ''],
] as const satisfies readonly (readonly [string, string, string, string])[]

export type PermissionName = (typeof rows)[number][1]

export interface Permission {
  /** Position in the catalogue, from 1. */
  id: number
  name: PermissionName
  title: string
  category: string
}

export const permissions: readonly Permission[] = rows.map(([category, name, title], index) => ({
  id: index + 1,
  name,
  title,
  category,
}))

export interface DefaultRole {
  id: number
  name: string
  title: string
  description: string
  /** Letter that stands for the role in the catalogue. */
  marks: string
}

/** Spec §6; ids as there, support takes the one gap. */
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
  { id: 4, name: 'read_only', title: 'Guest', description: 'Views the own company', marks: 'R' },
  { id: 5, name: 'support', title: 'Support', description: 'Helps customers across all companies', marks: 'S' },
  {
    id: 6,
    name: 'readonly_admin',
    title: 'Advanced Guest',
    description: 'Views the own company and its subsidiaries',
    marks: 'RG',
  },
]

/** The permissions a default role holds. */
export function permissionsOfRole(role: DefaultRole): PermissionName[] {
  return rows
    .filter(([, , , marks]) => role.marks === '*' || [...role.marks].some((mark) => (marks as string).includes(mark)))
    .map(([, name]) => name)
}
