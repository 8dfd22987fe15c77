import type { Rule } from './project.ts'

/** Words of the last column of docs/terms.md that no sentence for a user needs in any sense. */
const refused = /\b(wants|wanted|somebody|nobody|whoever|is away|gone away|anew|were told|was told|tell whom)\b/i

const catalogues = 'packages/contract/src'

/** The sentences of the server and of forms keep to the terms. */
export const checkTexts: Rule = (project) =>
  project
    .files(catalogues)
    .filter((file) => file.endsWith('/texts.en.json'))
    .flatMap((file) =>
      project
        .read(file)
        .split('\n')
        .flatMap((line) => {
          const [word] = refused.exec(line.replace(/^\s*"[^"]*":/, '')) ?? []
          return word ? [`${file}: '${word}' is not a term of docs/terms.md`] : []
        }),
    )
