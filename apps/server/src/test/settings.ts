export const password = 'Correct-horse-1'

/** The key of all test servers: they start on clones of a database that was started with it. */
export const secretKey = 'ab'.repeat(32)

/** Settings of test servers, in addition to those of their data. */
export const testSettings = {
  PORT: '0',
  GATEWAY_HOST: '127.0.0.1',
  GATEWAY_PORT: '0',
  LOG_LEVEL: 'silent',
  ADMIN_EMAIL: 'root@example.test',
  ADMIN_PASSWORD: password,
}
