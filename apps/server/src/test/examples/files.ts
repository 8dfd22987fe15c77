import { beginUpload, onePixel, uploadFile, uploadImage } from '../files.ts'
import { branch, type Examples, fresh, type Theirs } from './shared.ts'

export const examples: Examples = {
  'files.get': async (own) => ({ params: { id: await own.file() } }),
  'files.create': async (own) => ({
    body: { type: 'device_task_manager_file', company_id: own.company },
    files: { file: new File(['one'], fresh('task-')) },
  }),
  'files.start_upload': async (own) => ({
    body: { type: 'device_task_manager_file', company_id: own.company, name: fresh('task-'), size: 3 },
  }),
  'files.start_global_upload': async () => ({ body: { name: fresh('image-'), size: 3 } }),
  'files.get_upload': async (own) => ({ params: { id: await own.upload() } }),
  'files.send_part': async (own) => ({
    params: { id: await own.upload() },
    query: { offset: 0 },
    bytes: new Uint8Array([1, 2, 3]),
  }),
  'files.finish_upload': async (own) => ({ params: { id: await own.upload(true) }, body: {} }),
  'files.cancel_upload': async (own) => ({ params: { id: await own.upload() } }),
  'files.update': async (own) => ({ params: { id: await own.file() }, body: { description: 'For the pumps' } }),
  'files.delete': async (own) => ({ params: { id: await own.file() } }),
  'files.delete_many': async (own) => ({ body: { id: [await own.file()] } }),
  'files.companies': async (own) => ({ params: { id: await own.file() } }),
  'files.set_companies': async (own, client) => ({
    params: { id: await own.file() },
    body: { company_id: [await branch(own, client)] },
  }),
  'files.download': async (own) => ({ params: { id: await own.file() } }),
  'files.download_zip': async (own) => ({ body: { files: [await own.file()] } }),
  'files.create_image': async (own) => ({
    body: { type: 'device_dashboard', company_id: own.company },
    files: { image: new File([onePixel], `${fresh('plan-')}.png`, { type: 'image/png' }) },
  }),
  'files.image': async (own) => ({ params: { id: await own.image() } }),
  'files.thumbnail': async (own) => ({ params: { id: await own.image() } }),
  'files.update_image': async (own) => ({ params: { id: await own.image() }, body: { description: 'Pump room' } }),
  'files.delete_image': async (own) => ({ params: { id: await own.image() } }),
  'files.delete_images': async (own) => ({ body: { id: [await own.image()] } }),
}

export const theirs: Theirs = async (_world, _place, client) => ({
  file: await uploadFile(client),
  upload: await beginUpload(client),
  image: await uploadImage(client),
})
