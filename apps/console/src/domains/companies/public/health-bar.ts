export { HealthBar } from '../health-bar.tsx'
