import { accountModule } from './domains/account/module.ts'
import { actionsModule } from './domains/actions/module.ts'
import { alertsModule } from './domains/alerts/module.ts'
import { auditModule } from './domains/audit/module.ts'
import { campaignsModule } from './domains/campaigns/module.ts'
import { companiesModule } from './domains/companies/module.ts'
import { configsModule } from './domains/configs/module.ts'
import { dashboardsModule } from './domains/dashboards/module.ts'
import { devicesModule } from './domains/devices/module.ts'
import { filesModule } from './domains/files/module.ts'
import { firmwareModule } from './domains/firmware/module.ts'
import { mailModule } from './domains/mail/module.ts'
import { monitoringModule } from './domains/monitoring/module.ts'
import { noticesModule } from './domains/notices/module.ts'
import { notificationsModule } from './domains/notifications/module.ts'
import { outagesModule } from './domains/outages/module.ts'
import { remoteModule } from './domains/remote/module.ts'
import { rolesModule } from './domains/roles/module.ts'
import { statisticsModule } from './domains/statistics/module.ts'
import { storageModule } from './domains/storage/module.ts'
import { systemModule } from './domains/system/module.ts'
import { tagsModule } from './domains/tags/module.ts'
import { tasksModule } from './domains/tasks/module.ts'
import { usersModule } from './domains/users/module.ts'
import type { assemble } from './module/assemble.ts'
import type { Module } from './module/module.ts'
import type { ApiServices, ServerServices } from './services.ts'

export type ServerModule = Module<ServerServices, ApiServices>

export type ServerAssembly = ReturnType<typeof assemble<ServerServices, ApiServices>>

/** The domains of the server, in the order of docs/domains.md. */
export const modules: readonly ServerModule[] = [
  companiesModule,
  storageModule,
  mailModule,
  auditModule,
  systemModule,
  rolesModule,
  usersModule,
  accountModule,
  tagsModule,
  filesModule,
  devicesModule,
  monitoringModule,
  actionsModule,
  campaignsModule,
  outagesModule,
  configsModule,
  firmwareModule,
  tasksModule,
  remoteModule,
  alertsModule,
  dashboardsModule,
  notificationsModule,
  noticesModule,
  statisticsModule,
]

export const unexportedTables = modules.flatMap(({ unexported }) => unexported ?? [])
