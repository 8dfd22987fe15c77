import { type Examples, ofDevice } from './shared.ts'

export const examples: Examples = {
  'outages.list': ofDevice(),
  'outages.nearby': ofDevice(),
  'outages.availability': ofDevice(),
}
