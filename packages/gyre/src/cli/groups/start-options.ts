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

/** What a goal or a data set is done by, each beside the others. */
export const variantOptions: OptionTable = {
  loops: {
    type: 'string',
    short: 'l',
    isList: true,
    value: 'A,B',
    description: 'The loops; `gyre loops` lists them',
  },
  personas: { type: 'string', short: 'p', isList: true, value: 'X,Y', description: 'The personas' },
  models: { type: 'string', short: 'm', isList: true, value: 'A,B', description: 'With this model, or each of these' },
}

/** What a session is begun with. */
export const startOptions: OptionTable = {
  loop: { type: 'string', short: 'l', value: 'LOOP', description: 'The loop; `gyre loops` lists them' },
  persona: { type: 'string', short: 'p', value: 'PERSONA', description: 'Run as this persona' },
  model: { type: 'string', short: 'm', value: 'MODEL', description: 'The model: provider/model, or a tier' },
  file: { type: 'string', short: 'f', value: 'FILE', description: 'Read the goal from a file' },
  config: { type: 'string', value: 'JSON', description: 'Configuration of the loop' },
  ...configOption,
  ...budgetOption,
  instructions: { type: 'string', value: 'TEXT', description: 'Said to the model in every request' },
  tools: { type: 'string', isList: true, value: 'GLOB,…', description: 'Only the tools whose names fit' },
  thread: { type: 'string', value: 'ID', description: 'The conversation it belongs to; made when there is none' },
  deliver: {
    type: 'string',
    isList: true,
    value: 'NAME,…',
    description: 'Where the result goes after the end; memory is one',
  },
  strict: { type: 'boolean', description: 'A prompt that changed since it was recorded is an error' },
  schema: { type: 'string', value: 'FILE', description: 'A JSON Schema the answer must fit' },
}
