import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'console',
    environment: 'happy-dom',
    include: ['{src,build}/**/*.test.{ts,tsx}'],
  },
})
