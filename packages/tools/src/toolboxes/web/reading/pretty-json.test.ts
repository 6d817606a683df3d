import { expect, it } from 'vitest'
import { prettyJson } from './pretty-json.ts'

it('writes JSON in lines', () => {
  expect(prettyJson('{"a":[1,{"b":"]"}]}')).toBe('{\n  "a": [\n    1,\n    {\n      "b": "]"\n    }\n  ]\n}')
})

const deep = `${'['.repeat(500)}${']'.repeat(500)}`

it.each([
  ['what is no JSON', '{oops'],
  ['nothing', ''],
  ['what would be far longer in lines', `[${Array(100).fill(deep).join()}]`],
  ['what is nested without an end', '['.repeat(1_000_000)],
])('leaves %s as it is', (_, text) => {
  // Compared here: the difference of such texts would take long to show.
  expect(prettyJson(text) === text).toBe(true)
})
