const measured = [{ url: '/proc/loadavg', variables: [{ id: 'load', ref: '1/1', type: 'number' }] }]
const calls = [{ method: 'PUT', path: '/uci/system/system', request_data: { hostname: 'quay-1' } }]

const waves = [
  { of: 'devices', size: 1, failures: 0 },
  { of: 'rest', failures: 10 },
]

/** Bodies whose fields depend on each other, by the name of their call. */
export const bodyExamples: Readonly<Record<string, object>> = {
  'actions.execute': { action: 'reboot', device_id: [5, 6] },
  'alerts.create_rules': {
    data: [
      {
        ...{ device_id: 5, alert_type_id: 3, alert_subtype_id: 9, action: 3 },
        ...{ email: 'ann@example.com', message: '%rn: %ex' },
      },
    ],
  },
  'campaigns.create': {
    name: 'Firmware',
    file_id: 5,
    keep_settings: true,
    waves,
    soak: 3600,
    start: 'now',
    device_id: [5],
  },
  'campaigns.create_change': {
    ...{ name: 'Host names', kind: 'configure', content: { calls }, device_id: [5, 6, 7], soak: 3600, start: 'now' },
    waves,
  },
  'configs.configure': { device_id: [5], calls },
  'configs.create_template': { company_id: 12, name: 'Host name', version: '1.0.0', template: calls },
  'configs.preview': { device_id: [5], calls },
  'configs.read_values': { device_id: 5, endpoints: [{ path: '/api/interfaces/config' }] },
  'devices.create': {
    data: [
      {
        ...{ company_id: 12, device_series: 'rut', name: 'Quay 1', serial: '1100000001', mac: '00:1E:42:00:00:01' },
        ...{ password: 'correct-horse-7', password_confirmation: 'correct-horse-7' },
      },
    ],
  },
  'monitoring.assign_templates': { configs: [{ id: 3, device_id: [5], period: 300, enabled: true }] },
  'monitoring.create_template': { company_id: 12, name: 'Load', period: 300, enabled: true, data: measured },
  'monitoring.set_sim_limits': { id: [5], data_limit: 5_000_000_000 },
  'monitoring.test_template': { device_id: 5, data: measured },
  'users.invite': { company_id: 12, email: ['ann@example.com'], role: 'end_user' },
}
