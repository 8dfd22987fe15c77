export { namedTagsQuery, tagChoicesQuery } from '../choices.ts'
