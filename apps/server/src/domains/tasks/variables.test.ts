import { execFileSync } from 'node:child_process'
import { fillCommand, fillPath, isFilePath, variablesIn } from '@longreach/contract/tasks/variables'
import { expect, test } from 'vitest'

const nasty = [
  'plain',
  '',
  ' two  words ',
  "it's",
  '"double"',
  '$(reboot)',
  '`reboot`',
  `$HOME \${HOME} $((1+1))`,
  "'; reboot; '",
  '"; reboot; "',
  'one\ntwo\n\nthree',
  '\\ \\n \\"',
  '*',
  '%name%',
  '# not a comment',
  '& | > < ; ( ) { } !',
  'čšž 😀',
  '-n',
]

/** Output of a command in a shell; no command ends with a line break. */
const run = (shell: string, command: string) => execFileSync(shell, ['-c', command], { encoding: 'utf8' })

const contexts: readonly (readonly [string, (value: string) => string])[] = [
  ['printf %s %name%', (value) => value],
  ['printf %s "%name%"', (value) => value],
  ['printf %s "<%name%>"', (value) => `<${value}>`],
  ["printf %s '<%name%>'", (value) => `<${value}>`],
  ['printf %s a%name%b', (value) => `a${value}b`],
  ['printf %s "a\\"%name%\\""', (value) => `a"${value}"`],
  ["# don't\nprintf %s %name%", (value) => value],
  ['x=\'#\'; printf %s "$x%name%"', (value) => `#${value}`],
  ['printf "%s|" %name% %name%', (value) => `${value}|${value}|`],
  ['cat <<EOF\n<%name%>\nEOF', (value) => `<${value}>\n`],
  ["cat <<EOF\nit's <%name%>\nEOF\nprintf %s %name%", (value) => `it's <${value}>\n${value}`],
]

test.each(contexts)('in %j a value is nothing but itself', (command, expected) => {
  for (const value of nasty) expect(run('sh', fillCommand(command, { name: value }))).toBe(expected(value))
})

test('no value is run where the command is read in another way than it is written', () => {
  const commands = ['printf %s "$(printf %s %name%)"', 'printf %s "$(printf %s "%name%")"', 'printf %s `echo %name%`']
  for (const command of commands) {
    for (const value of ['$(echo RUN)', '`echo RUN`', '"; echo RUN; "', "'; echo RUN; '"]) {
      const printed = run('sh', fillCommand(command, { name: value }))
      // The author's quotes are missing, so the value may be split into words.
      expect(printed.replaceAll(' ', '')).toBe(value.replaceAll(' ', ''))
    }
  }
})

test('a command without variables stays as it is, and names have at least two characters', () => {
  const command = 'date +%Y%m%d; printf %s 100%'
  expect(variablesIn([command])).toEqual([])
  expect(fillCommand(command, {})).toBe(command)
  expect(variablesIn(['ping %host_1% %HOST%', '%host_1%/%file%'])).toEqual(['host_1', 'HOST', 'file'])
})

test.each([
  ['/etc/config/network', true],
  ['/tmp/a b..c', true],
  ['/etc/../root', false],
  ['/etc/..', false],
  ['/./etc/passwd', false],
  ['etc/passwd', false],
  ['/etc/', false],
  ['/', false],
  ['', false],
  ['/etc/\npasswd', false],
])('%j is a path to a file: %s', (path, is) => {
  expect(isFilePath(path)).toBe(is)
})

test('a path takes values as they are', () => {
  expect(fillPath('/etc/%name%.conf', { name: "$&'" })).toBe("/etc/$&'.conf")
})
