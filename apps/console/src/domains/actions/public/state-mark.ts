export { StateMark } from '../state-mark.tsx'
