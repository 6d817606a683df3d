import { expect, it } from 'vitest'
import { configFields } from './config-fields.ts'

it('makes fields of the settings of a loop', () => {
  const schema = {
    type: 'object',
    properties: {
      maxSteps: { type: 'integer', default: 10, description: 'Steps of one plan.' },
      approve: { type: 'boolean', default: false },
      manner: { enum: ['brief', 'full'], default: 'full' },
      name: { type: 'string' },
      step: { type: 'object', default: {} },
    },
  }
  expect(configFields(schema).map(({ name, kind, standard, about }) => [name, kind, standard, about])).toEqual([
    ['maxSteps', 'number', 10, 'Steps of one plan.'],
    ['approve', 'switch', false, ''],
    ['manner', 'choice', 'full', ''],
    ['name', 'text', undefined, ''],
    ['step', 'json', {}, ''],
  ])
  expect(configFields(schema)[2]?.options).toEqual(['brief', 'full'])
  expect(configFields({ type: 'object' })).toEqual([])
})
