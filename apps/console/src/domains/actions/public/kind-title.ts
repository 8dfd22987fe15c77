export { kindTitle } from '../kind-title.ts'
