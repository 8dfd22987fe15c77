/** Icons shared by the composites; screens import their own. */
export { IconAlertTriangle, IconCheck, IconCopy, IconEye, IconEyeOff, IconSelector } from '@tabler/icons-react'
