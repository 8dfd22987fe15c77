import { jobTypes } from '@longreach/contract/firmware/constants'
import { firmwareChoices, listPendingUpdates, previewFirmware } from '@longreach/contract/firmware/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { keyOf, rowsOf, type SelectedRows } from '../../../tables/selected-rows.ts'

/** Installed versions of the devices, and images for any of them. */
export const choicesQuery = (selected: SelectedRows) =>
  queryOptions({
    queryKey: ['firmware', 'choices', keyOf(selected)],
    queryFn: async ({ signal }) => (await call(firmwareChoices, { body: rowsOf('device_id', selected) }, signal)).data,
    staleTime: 0,
  })

export interface Consent {
  downgrade: boolean
  metered: boolean
}

export const previewQuery = (selected: SelectedRows, file: number | null, consent: Consent) =>
  queryOptions({
    queryKey: ['firmware', 'preview', keyOf(selected), file, consent],
    queryFn: async ({ signal }) => {
      const body = { ...rowsOf('device_id', selected), ...consent, file_id: file as number }
      return (await call(previewFirmware, { body }, signal)).data
    },
    enabled: file !== null,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

const ofFirmware = { job_type: String(jobTypes.update_firmware) }
const ofDevice = (id: number | null) => (id === null ? {} : { device_id: id })

/** Firmware updates that were not sent yet. */
export const pendingQuery = (deviceId: number | null, limit: number) =>
  queryOptions({
    queryKey: ['firmware', 'pending', deviceId, limit],
    queryFn: ({ signal }) =>
      call(listPendingUpdates, { query: { ...ofFirmware, limit, ...ofDevice(deviceId) } as never }, signal),
    refetchInterval: 5000,
    placeholderData: keepPreviousData,
  })
