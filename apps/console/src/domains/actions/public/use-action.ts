export { useAction } from '../use-action.ts'
