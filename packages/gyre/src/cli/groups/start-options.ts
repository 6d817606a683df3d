/** Options that several commands have which begin a session, or tell of one. */
import type { OptionTable } from '../command.ts'

export const configOption: OptionTable = {
  set: {
    type: 'string',
    short: 'c',
    multiple: true,
    value: 'KEY=VALUE',
    description: 'One value of the configuration; may be repeated',
  },
}

export const budgetOption: OptionTable = {
  budget: {
    type: 'string',
    multiple: true,
    value: 'KEY=VALUE',
    description: 'A limit, such as modelCalls=40 or costUsd=0.5; may be repeated',
  },
}

export const answerFileOption: OptionTable = {
  out: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    description: 'Write the answer to a file: .html is a page, .json the whole result, any other as it is',
  },
}
