export const password = 'Correct-horse-1'

/** Settings of test servers, beside those of their data. One key for all: a database that was started with it is cloned. */
export const testSettings = {
  SECRET_KEY: 'ab'.repeat(32),
  PORT: '0',
  GATEWAY_HOST: '127.0.0.1',
  GATEWAY_PORT: '0',
  LOG_LEVEL: 'silent',
  ADMIN_EMAIL: 'root@example.test',
  ADMIN_PASSWORD: password,
}
