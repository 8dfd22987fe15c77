import { permitEnrolment } from '@longreach/contract/devices/endpoints'
import { branch, type Example, type Examples, fresh, nextNumber, ofDevice } from './shared.ts'

const ofClaim: Example = async (own) => {
  const { device, fingerprint } = await own.claim()
  return { params: { id: device }, body: { fingerprint } }
}

const moved: Example = async (own, client) => ({
  body: { device_id: [await own.device()], company_id: await branch(own, client) },
})

const tagged: Example = async (own) => {
  const tag_id = [await own.tag()]
  return { body: { data: [{ device_id: await own.device(), tag_id }], tag_id } }
}

const imported: Example = async (own) => {
  const row = `${2_100_000_000 + nextNumber()},001e42010203,Admin-1234`
  const file = new File([`serial,mac,password\n${row}\n`], 'devices.csv', { type: 'text/csv' })
  return { body: { company_id: own.company, device_series: 'rut' }, files: { file } }
}

export const examples: Examples = {
  'devices.map_tile': async () => ({ params: { z: 0, x: 0, y: 0 } }),
  'devices.tag_file': async (own) => {
    const serial = fresh('S')
    await own.device({ serial })
    const file = new File([`serial\n${serial},bus 12\n`], 'devices.csv', { type: 'text/csv' })
    return { body: { first_parameter: 'serial', tag_id: [await own.tag()] }, files: { file } }
  },
  'devices.assign_tags': tagged,
  'devices.overwrite_tags': tagged,
  'devices.unassign_tags': tagged,
  'devices.statistics': async () => ({ query: { charts: 'status,model,information_updated' } }),
  'devices.get': ofDevice(),
  'devices.get_state': ofDevice(),
  'devices.get_location': ofDevice(),
  'devices.create': async (own) => ({
    body: {
      data: [
        {
          company_id: own.company,
          device_series: 'rut',
          serial: String(2_000_000_000 + nextNumber()),
          mac: '00:1E:42:01:02:03',
          password_confirmation: 'Admin-1234',
        },
      ],
    },
  }),
  'devices.preview_import': imported,
  'devices.import': imported,
  'devices.failed_rows': async (own) => ({ params: { id: await own.deviceImport() } }),
  'devices.authorize': async () => ({ body: { serial: fresh('A') } }),
  'devices.authorize_file': async () => ({
    files: { file: new File([`serial\n${fresh('A')}\n`], 'devices.csv', { type: 'text/csv' }) },
  }),
  'devices.unauthorize': async (own) => ({ body: { id: [await own.authorizedDevice()] } }),
  'devices.set_registration': async () => ({ body: { authorized_only: false } }),
  'devices.update_many': async (own) => ({ body: { data: [{ id: await own.device(), name: 'Renamed' }] } }),
  'devices.update': ofDevice({ body: { name: 'Renamed', dynamic_monitoring: 120 } }),
  'devices.delete': async (own) => ({ body: { device_id: [await own.device()] } }),
  'devices.move': moved,
  'devices.count_move_losses': moved,
  'devices.list_claims': async (own) => ({ params: { id: (await own.claim()).device } }),
  'devices.approve': ofClaim,
  'devices.reject': ofClaim,
  'devices.revoke': ofDevice(),
  'devices.permit_enrolment': ofDevice(),
  'devices.withdraw_enrolment_permit': async (own, client) => {
    const params = { id: await own.device() }
    await client.call(permitEnrolment, { params })
    return { params }
  },
  'devices.get_logs': ofDevice(),
  'devices.create_enrolment_key': async (own) => ({ body: { company_id: own.company, uses: 3 } }),
  'devices.delete_enrolment_key': async (own) => ({ params: { id: await own.enrolmentKey() } }),
}
