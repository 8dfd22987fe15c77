import './texts.ts'

export { PermissionList } from './permission-list.tsx'
