import * as z from 'zod/mini'
import { empty, endpoint } from '../endpoint.ts'
import { id, idText } from '../ids.ts'
import {
  copiedSchema,
  copySchema,
  dashboardChangeSchema,
  dashboardDetailsSchema,
  dashboardSchema,
  newDashboardSchema,
  pastSchema,
  valuesSchema,
} from './schemas.ts'

const ofDevice = z.object({ id: idText('device') })
const one = z.object({ id: idText('device'), dashboard_id: idText('dashboard') })

export const listDashboards = endpoint({
  name: 'dashboards.list',
  method: 'GET',
  path: '/devices/{id}/dashboards',
  summary: 'List the dashboards of a device by name, the default one first',
  permission: 'view_device_dashboard',
  params: ofDevice,
  response: z.array(dashboardSchema),
  meta: z.object({ total: z.int() }),
})

export const createDashboard = endpoint({
  name: 'dashboards.create',
  method: 'POST',
  path: '/devices/{id}/dashboards',
  summary: 'Create a dashboard of a device, empty or with its widgets',
  permission: 'create_device_dashboard',
  params: ofDevice,
  body: newDashboardSchema,
  response: z.object({ id: id('dashboard') }),
  status: 201,
})

export const getDashboard = endpoint({
  name: 'dashboards.get',
  method: 'GET',
  path: '/devices/{id}/dashboards/{dashboard_id}',
  summary: 'Get a dashboard with its layout and widgets',
  permission: 'view_device_dashboard',
  params: one,
  response: dashboardDetailsSchema,
})

export const updateDashboard = endpoint({
  name: 'dashboards.update',
  method: 'PUT',
  path: '/devices/{id}/dashboards/{dashboard_id}',
  summary: 'Change a dashboard, or make it the default one; a conflict if it is not the version that was read any more',
  permission: 'update_device_dashboard',
  params: one,
  body: dashboardChangeSchema,
  response: z.object({ version: z.int() }),
})

export const deleteDashboard = endpoint({
  name: 'dashboards.delete',
  method: 'DELETE',
  path: '/devices/{id}/dashboards/{dashboard_id}',
  summary: 'Delete a dashboard; the oldest of the others becomes the default one if it was that',
  permission: 'delete_device_dashboard',
  params: one,
  response: empty,
})

export const copyDashboard = endpoint({
  name: 'dashboards.copy',
  method: 'POST',
  path: '/devices/{id}/dashboards/{dashboard_id}/copy',
  summary: 'Copy a dashboard to other devices of the same model, with what each of them does not report',
  permission: 'create_device_dashboard',
  params: one,
  body: copySchema,
  response: z.array(copiedSchema),
})

export const getDashboardValues = endpoint({
  name: 'dashboards.values',
  method: 'GET',
  path: '/devices/{id}/dashboards/{dashboard_id}/values',
  summary: 'Get the latest values of all widgets of a dashboard',
  permission: 'view_device_dashboard',
  params: one,
  response: valuesSchema,
})

export const getDashboardPast = endpoint({
  name: 'dashboards.past',
  method: 'GET',
  path: '/devices/{id}/dashboards/{dashboard_id}/past',
  summary: 'Get what all widgets of a dashboard show of the past, by their ranges',
  permission: 'view_device_dashboard',
  params: one,
  response: pastSchema,
})

export const getDashboardImage = endpoint({
  name: 'dashboards.image',
  method: 'GET',
  path: '/devices/{id}/dashboards/{dashboard_id}/images/{image_id}',
  summary: 'An image that a dashboard shows, as image/jpeg or image/png',
  permission: 'view_device_dashboard',
  kind: 'image',
  params: z.object({ ...one.shape, image_id: idText('image') }),
  response: z.string(),
})
