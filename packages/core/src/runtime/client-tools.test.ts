import { expect, it } from 'vitest'
import { readClientTools } from './client-tools.ts'

const weather = { name: 'weather', description: 'Tells the weather.', input: { type: 'object' } }

it('reads tools with names as OpenAI has them, and with dots', () => {
  const tools = ['weather', 'get_weather-2', 'web.weather'].map((name) => ({ ...weather, name }))
  expect(readClientTools(tools)).toEqual(tools)
})

it('reads at most 128', () => {
  const tools = Array.from({ length: 129 }, (_, nth) => ({ ...weather, name: `weather_${nth}` }))
  expect(readClientTools(tools.slice(1))).toHaveLength(128)
  expect(() => readClientTools(tools)).toThrow(expect.objectContaining({ code: 'tool-invalid' }))
})

it.each([
  ['no list', weather, 'Client tools'],
  ['a name with a space', [{ ...weather, name: 'the weather' }], 'is not a tool name'],
  ['a name that is too long', [{ ...weather, name: 'w'.repeat(65) }], 'name'],
  ['no description', [{ name: 'weather', input: {} }], 'description'],
  ['a schema that is none', [{ ...weather, input: 'city' }], 'input'],
  ['one name twice', [weather, weather], 'Two client tools are called `weather`.'],
])('refuses %s', (_, given, message) => {
  const read = () => readClientTools(given)
  expect(read).toThrow(expect.objectContaining({ code: 'tool-invalid' }))
  expect(read).toThrow(message)
})
