import { expect, test } from 'vitest'
import { shownKinds } from './kinds.ts'

test('kinds that windows of other domains start have no button here', () => {
  const names = shownKinds().map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['reboot', 'command', 'set_password']))
  for (const name of ['firmware', 'configure', 'task_group']) expect(names).not.toContain(name)
})
