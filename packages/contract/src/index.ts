import * as account from './account/endpoints.ts'
import * as audit from './audit/endpoints.ts'
import * as companies from './companies/endpoints.ts'
import * as devices from './devices/endpoints.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as monitoring from './monitoring/endpoints.ts'
import * as remote from './remote/endpoints.ts'
import * as roles from './roles/endpoints.ts'
import * as storage from './storage/endpoints.ts'
import * as users from './users/endpoints.ts'

/** Every call of the API. The server refuses to start when one of them is not mounted. */
export const endpoints: readonly AnyEndpoint[] = [
  account.login,
  account.setUp,
  account.getSessionUser,
  account.confirmPassword,
  account.refreshToken,
  account.revokeToken,
  storage.listStorage,
  storage.createStoredItem,
  storage.updateStoredItem,
  storage.deleteStoredItem,
  companies.listCompanies,
  companies.getCompany,
  roles.listRoles,
  roles.listPermissions,
  roles.getRolePermissions,
  users.listUsers,
  users.getUser,
  audit.listAudit,
  devices.listDevices,
  devices.exportDevices,
  devices.deviceStatistics,
  devices.listDeviceLogs,
  devices.listEnrolmentKeys,
  devices.createEnrolmentKey,
  devices.deleteEnrolmentKey,
  devices.createDevices,
  devices.updateDevices,
  devices.deleteDevices,
  devices.getDevice,
  devices.updateDevice,
  devices.approveDevice,
  devices.revokeDevice,
  devices.getDeviceLogs,
  monitoring.getHistory,
  monitoring.getInformation,
  monitoring.getDataUsage,
  monitoring.getInformationHistory,
  monitoring.getParameterHistory,
  monitoring.getReportTimes,
  monitoring.getLocationHistory,
  remote.listRemoteAccess,
  remote.createRemoteAccess,
  remote.updateRemoteAccess,
  remote.deleteRemoteAccess,
  remote.getHostKey,
  remote.forgetHostKey,
  remote.checkRemoteAccess,
  remote.openRemoteAccess,
  remote.openWebui,
  remote.openCli,
  remote.accessStatus,
  remote.listAccessSessions,
  remote.listDeviceLinks,
  remote.closeRemoteSession,
  remote.extendRemoteSession,
  remote.takeTicket,
  remote.restartConnection,
  remote.listRemoteLogs,
  remote.openShell,
]
