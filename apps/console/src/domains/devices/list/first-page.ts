/**
 * Everything the list can show; always requesting the same set keeps one response valid for any selection of columns.
 */
export const listFields = [
  'id',
  'name',
  'status',
  'offline_reason',
  'attention',
  'availability',
  'availability_since',
  'last_connection_at',
  'last_update_at',
  'model',
  'serial',
  'mac',
  'company_id',
  'company_name',
  'tags',
  'firmware',
  'firmware_outdated',
  'config_state',
  'signal',
  'connection_type',
  'network_state',
  'operator',
  'wan_state',
  'wan_ip',
  'mobile_ip',
  'router_uptime',
  'description',
  'created_at',
] as const

export const defaultSort = 'name'

/** URL of the first page of the list as it opens. */
export const firstPagePath = `/devices?limit=100&offset=0&sort=${defaultSort}&fields=${listFields.join('%2C')}`

/** Groups that the tiles and the attention strip show. */
export const overviewGroups = ['status', 'offline_reason', 'attention', 'actions'] as const

/** Exact URLs that the first screen requests; index.html requests them before the bundle runs. */
export const firstPaths = [
  firstPagePath,
  `/devices/statistics?charts=${overviewGroups.join('%2C')}`,
  '/storage?limit=100',
]
