/** `gyre loops`: which loops there are, for people and for programs. */
import { loops } from '@gyre/core'
import { z } from 'zod'

export function loopsJson() {
  return loops.map(({ name, version, summary, paper, config, traits, example }) => ({
    name,
    version,
    summary,
    paper,
    config: z.toJSONSchema(config, { io: 'input' }),
    traits,
    example,
  }))
}

export function loopsTable(): string {
  return loops
    .map(
      ({ name, summary, example }) =>
        `${name.padEnd(10)} ${summary}\n${' '.repeat(11)}gyre run ${shellWords(example.args)}`,
    )
    .join('\n')
}

function shellWords(args: readonly string[]): string {
  return args.map((arg) => (/^[\w-]+$/.test(arg) ? arg : `"${arg}"`)).join(' ')
}
