import * as z from 'zod/mini'

export const linkToken = () => z.string().check(z.minLength(1), z.maxLength(100))
