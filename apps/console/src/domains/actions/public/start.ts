export { startPlainAction } from '../start.tsx'
